#!/usr/bin/env node
import process from 'node:process';
import { runCommand } from '../lib/cli/run-command.ts';

/** `chainbell` as the package has it, a bundle; chainbell.ts is the same for a checkout, which brings its own Node.js. */
process.exitCode = await runCommand(process.argv.slice(2), process);
