#!/usr/bin/env bash
# Deploys Chainbell with the real `cdk deploy` to an AWS-compatible engine on this machine, with its IAM policies on, and
# tests it there. Needs Python 3.10 or later; the engine lives in a virtual environment of its own under .deployed.
#
#   npm run test:deployed
#   npm run test:deployed -- --without poll-wallets:WriteHistory   without one statement of a function's policy: must fail
#   npm run test:deployed -- --prove-permissions                   the same for each statement of the functions
#   npm run test:deployed -- --prove-permissions --each-action     the same for each action of the statements
#   npm run test:deployed -- --tests rows                          only the files whose names contain this
#   npm run test:deployed -- --report FILE                         vitest's JSON report as well
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source test/deployed/venv.sh
export CHAINBELL_ENGINE_PYTHON=$PWD/.deployed/venv/bin/python
exec node_modules/.bin/node test/deployed/run.ts "$@"
