#!/bin/sh
// 2>/dev/null; here=$(dirname "$(readlink -f "$0")"); export PATH="$here/../node_modules/.bin:$PATH"
// 2>/dev/null; [ -e "$here/../lib/cli" ] || [ ! -e "$here/../dist/bin" ] || exec node "$here/../dist/bin/cli/package-cli.js" "$@"
// 2>/dev/null; node -e 'process.exit(parseInt(process.versions.node) < 24 ? 1 : 0)' || {
// 2>/dev/null; echo 'Chainbell needs Node.js 24: run "npm ci" in its folder, which brings it.' >&2; exit 2; }
// 2>/dev/null; exec node "$here/chainbell.ts" "$@"
import process from 'node:process';
import { runCommand } from '../lib/cli/run-command.ts';

/*
 * The lines above are a comment to Node.js and a script to the shell (where `//` is no command, and goes on): started as
 * `chainbell`, this takes the Node.js that a checkout brings, for older ones can't even load a .ts file to say so. The package has
 * no sources, and is compiled for the Node.js of whoever installs it.
 */
process.exitCode = await runCommand(process.argv.slice(2), process);
