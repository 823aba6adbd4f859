#!/usr/bin/env bash
# Tests the scans of nodes against a real EVM, anvil, which is a package of its own here: 43 MB that nothing else needs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# Its install script only looks for the binary that came along.
npm ci --prefix test/evm --ignore-scripts --no-audit --no-fund --silent
exec npx vitest run --config test/evm/vitest.config.ts "$@"
