import { parseArgs } from 'node:util';
import { resultsTable } from './docs-tables.ts';
import { costOfVerdicts, misses } from './floors.ts';
import { labelledTokens } from './labelled-tokens.ts';
import { isSpamByChainbell, resultsOn } from './measure.ts';

/**
 *     npm run bench:spam [-- --wrong]
 *
 * How well the rules tell spam from honest tokens by metadata alone, compared with others' rule sets, on the labelled
 * set in test/fixtures/spam. Exits with 1 when a floor of floors.json is not held. `--wrong` lists the wrong verdicts.
 *
 * The API's own flag has no column: the labels come from elsewhere, the set does not have the flag, and the rules are
 * measured without it.
 */
const { values } = parseArgs({ options: { wrong: { type: 'boolean' } } });
const tokens = labelledTokens();
const results = resultsOn(tokens);
const yardsticks = costOfVerdicts(tokens);
const missed = misses(results, yardsticks);

const write = (text: string) => process.stdout.write(`${text}\n`);
write(resultsTable(results));
write(`\n${tokens.length} tokens, ${yardsticks.toFixed(1)} yardsticks a thousand verdicts.`);
write(missed.length === 0 ? 'Every floor is held.' : missed.join('\n'));
if (values.wrong === true) {
  for (const token of tokens) {
    const isWrong = isSpamByChainbell(token) !== (token.label === 'spam');
    if (isWrong && token.kind !== 'other') write(JSON.stringify(token));
  }
}
if (missed.length > 0) process.exitCode = 1;
