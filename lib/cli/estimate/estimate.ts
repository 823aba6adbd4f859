import { Command, Option } from '@commander-js/extra-typings';
import { listPrices } from '../../cost/bill.ts';
import { type Estimate, estimateOf } from '../../cost/estimate.ts';
import { walletsOf } from '../../cost/load.ts';
import { callsPerSecondFor } from '../../cost/plans.ts';
import { problemLines } from '../bulk/read-entries.ts';
import type { CommandModule } from '../frame/command.ts';
import { type JsonOption, printJson, type Streams, writeTo } from '../streams.ts';
import { printTable } from '../table.ts';
import { Unfinished } from '../unusable.ts';
import { type AskedLoad, readEstimateOptions, type TypedEstimateOptions } from './estimate-options.ts';
import { type BothEstimates, headings, rowsOf, sentencesOf } from './estimate-texts.ts';

export const estimate: CommandModule = {
  permissions: [],
  help: `
Prices are AWS's list prices in ${listPrices.where}, published ${listPrices.published}, before any free tier. npm run bench
counts what the functions do on a simulated day and holds it against the same formulas:
docs/architecture.md has it.
`,
  examples: [
    'chainbell estimate --wallets 1000 --every 1m --activity 5m',
    'chainbell estimate --file wallets.csv --calls-per-day 800 --json',
  ],
  make: ({ streams }) =>
    new Command('estimate')
      .option('--wallets <number>', 'how many wallets')
      .option('--file <file>', 'which wallets: a file as import takes it; - for stdin')
      .option('--chain <name>', 'chain of the wallets, or of the rows that name none', 'eth')
      .option('--every <interval>', 'how often each is polled, unless its row says otherwise', '1m')
      .option('--activity <time>', 'how long a wallet is active in a day: a transfer in each minute', '5m')
      .option(
        '--sweep-every <interval>',
        'with a node: how often one is polled that it shows nothing of',
        '6h',
      )
      .addOption(
        new Option('--scan-every <interval>', 'with a node: how often it is asked')
          .choices(['15s', '30s', '1m'])
          .default('15s'),
      )
      .option('--calls-per-day <number>', 'calls a day of the API plan: intervals stretch to fit it')
      .option(
        '--calls-per-second <number>',
        'calls a second of the API plan; as many as it takes unless given',
      )
      .option('--json', 'JSON on stdout in place of text')
      .action((options) => print(options, streams)),
};

async function print(
  options: TypedEstimateOptions & JsonOption,
  { stdin, stdout, stderr }: Streams,
): Promise<void> {
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
  const { groups, activeMinutes, sweepSeconds, scanSeconds, callsPerDay, unreadable } = asked;
  const of = ({ day: _, ...rest }: Estimate) => rest;
  return {
    wallets: walletsOf(asked),
    groups,
    activeMinutes,
    sweepSeconds,
    scanSeconds,
    callsPerDay,
    unreadable,
    prices: { currency: 'USD', where: listPrices.where, published: listPrices.published },
    withoutNode: of(withoutNode),
    withNode: of(withNode),
  };
}
