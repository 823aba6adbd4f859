#!/bin/sh
// 2>/dev/null; here=$(dirname "$(readlink -f "$0")"); export PATH="$here/../node_modules/.bin:$PATH"
// 2>/dev/null; atLeast() { node -e 'const [a, b] = process.versions.node.split("."); process.exit(a * 1000 + +b < process.argv[1] ? 1 : 0)' "$1"; }
// 2>/dev/null; [ -e "$here/../lib/cli" ] || [ ! -e "$here/../dist/bin" ] || {
// 2>/dev/null; atLeast 22019 || { echo 'Chainbell needs Node.js 22.19 or later.' >&2; exit 2; }
// 2>/dev/null; exec node "$here/../dist/bin/cli/package-cli.js" "$@"; }
// 2>/dev/null; atLeast 24000 || {
// 2>/dev/null; echo 'Chainbell needs Node.js 24: run "npm ci" in its folder, which brings it.' >&2; exit 2; }
// 2>/dev/null; exec node "$here/chainbell.ts" "$@"
import process from 'node:process';
import { runCommand } from '../lib/cli/run-command.ts';

/*
 * To the shell the lines above are a script (`//` fails, and it goes on). It starts the checkout's own Node.js, because an
 * older one can't load a .ts file; in the package, it starts the compiled bundle.
 */
process.exitCode = await runCommand(process.argv.slice(2), process);
