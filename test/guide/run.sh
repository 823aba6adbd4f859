#!/usr/bin/env bash
# Plays docs/guide.md as a new user would, in a fresh copy of the repository, against a local AWS engine. Needs Python 3.10 or
# later and the package registries.
#
#   npm run test:guide              fails, with the difference, if the guide shows another output
#   npm run test:guide -- --write   writes what happens into the guide
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source test/deployed/venv.sh
export CHAINBELL_ENGINE_PYTHON=$PWD/.deployed/venv/bin/python
exec node_modules/.bin/node test/guide/replay.ts "$@"
