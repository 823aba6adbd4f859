import { type Estimate, estimateOf, listPrices } from '../../cost/estimate.ts';
import { walletsOf } from '../../cost/load.ts';
import { callsPerSecondFor } from '../../cost/plans.ts';
import { problemLines } from '../bulk/read-entries.ts';
import { plainCommand } from '../frame/command.ts';
import { printJson, type Streams, writeTo } from '../streams.ts';
import { printTable } from '../table.ts';
import { Unfinished } from '../unusable.ts';
import {
  type AskedLoad,
  estimateOptions,
  readEstimateOptions,
  type TypedEstimateOptions,
} from './estimate-options.ts';
import { type BothEstimates, headings, rowsOf, sentencesOf } from './estimate-texts.ts';

export const estimate = plainCommand({
  permissions: [],
  help: `Prices are AWS's list prices in ${listPrices.where}, published ${listPrices.published}, before any free tier. npm run bench
counts what the functions do on a simulated day and holds it against the same formulas:
docs/architecture.md has it.`,
  examples: [
    'chainbell estimate --wallets 1000 --every 1m --activity 5m',
    'chainbell estimate --file wallets.csv --calls-per-day 800 --json',
  ],
  make: (command, { streams }) => estimateOptions(command).action((options) => print(options, streams)),
});

async function print(options: TypedEstimateOptions, { stdin, stdout, stderr }: Streams): Promise<void> {
  const asked = await readEstimateOptions(options, stdin);
  const { unreadable } = asked;
  await writeTo(stderr, problemLines(unreadable));
  const both = { withoutNode: estimateWith(asked, false), withNode: estimateWith(asked, true) };
  if (options.json) await printJson(stdout, documentOf(asked, both));
  else {
    await printTable(stdout, headings, rowsOf(both));
    await writeTo(stdout, `\n${sentencesOf(asked, both).join('\n')}\n`);
  }
  if (unreadable.length > 0) throw new Unfinished();
}

function estimateWith(asked: AskedLoad, node: boolean): Estimate {
  const { callsPerSecond, ...load } = asked;
  return estimateOf({
    ...load,
    node,
    callsPerSecond: callsPerSecond ?? callsPerSecondFor({ ...load, node }),
  });
}

/** The contract of `--json`. */
function documentOf(asked: AskedLoad, { withoutNode, withNode }: BothEstimates): object {
  const { callsPerSecond: _, ...load } = asked;
  const of = ({ day: _, ...rest }: Estimate) => rest;
  return {
    wallets: walletsOf(asked),
    ...load,
    prices: { currency: 'USD', where: listPrices.where, published: listPrices.published },
    withoutNode: of(withoutNode),
    withNode: of(withNode),
  };
}
