#!/bin/sh
// 2>/dev/null; here=$(dirname "$(readlink -f "$0")")
// 2>/dev/null; [ -e "$here/../lib/cli" ] || [ ! -e "$here/../dist/bin" ] || {
// 2>/dev/null; node -e 'const [a, b] = process.versions.node.split("."); process.exit(a * 1000 + +b < 22019 ? 1 : 0)' || {
// 2>/dev/null; echo 'Chainbell needs Node.js 22.19 or later.' >&2; exit 2; }
// 2>/dev/null; exec node "$here/../dist/bin/cli/package-cli.js" "$@"; }
// 2>/dev/null; exec sh "$here/own-node.sh" "$here/chainbell.ts" "$@"
import process from 'node:process';
import { runCommand } from '../lib/cli/run-command.ts';

/*
 * To the shell the lines above are a script (`//` fails, and it goes on). It starts the checkout's own Node.js, because an
 * older one can't load a .ts file; in the package, it starts the compiled bundle.
 */
process.exitCode = await runCommand(process.argv.slice(2), process);
