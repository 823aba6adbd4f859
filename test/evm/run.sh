#!/usr/bin/env bash
# Tests the scans of nodes against a real EVM. This folder has a package.json of its own for Hardhat's: 39 MB that nothing else needs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
npm ci --prefix test/evm --ignore-scripts --no-audit --no-fund --silent
exec npx vitest run --config test/evm/vitest.config.ts "$@"
