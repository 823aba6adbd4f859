#!/bin/sh
# Runs a .ts file on the Node.js that `npm ci` brings: an older one can't load it. The package lacks this file.
here=$(dirname "$(readlink -f "$0")")
export PATH="$here/../node_modules/.bin:$PATH"
# NODE_ENV=production makes npm leave out most packages; ignore-scripts makes it leave out Node.js.
{ [ -e "$here/../node_modules/aws-cdk" ] && node -e 'process.exit(parseInt(process.versions.node) < 24 ? 1 : 0)'; } || {
  echo 'Chainbell is not installed here: run "npm ci --include=dev --ignore-scripts=false" in its folder, which also brings Node.js 24.' >&2
  exit 2
}
exec node --disable-warning=ExperimentalWarning "$@"
