#!/usr/bin/env node
import process from 'node:process';
import { runCommand } from '../lib/cli/run-command.ts';

/** The package's `chainbell`; a checkout has chainbell.ts. */
process.exitCode = await runCommand(process.argv.slice(2), process);
