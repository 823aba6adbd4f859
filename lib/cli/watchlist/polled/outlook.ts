import { typedName } from '../../../../functions/chain/chains.ts';
import type { Clock } from '../../../../functions/runtime/clock.ts';
import { readRow } from '../../../../functions/wallet/read-row.ts';
import { isSilent, type Watch, whySilent } from '../../../../functions/wallet/watch.ts';
import type { WatchlistRow } from '../../../../functions/wallet/watchlist-row.ts';
import { paceText } from '../../../pace-text.ts';
import type { Context, StackOptions } from '../../frame/command.ts';
import { lookAround } from '../../health/surroundings.ts';
import type { OpenStack } from '../../stack/open-stack.ts';
import { printJson, writeTo } from '../../streams.ts';
import { plainRow } from '../rows/plain-row.ts';

/** Whether and how often just written wallets are polled. */
export interface Outlook {
  /** True if they are polled as often as asked. */
  readonly isGood: boolean;
  /** Follows "is": "watched on eth, from its next poll on." */
  readonly says: string;
}

export type Sentence = (outlook: Outlook, watch: Watch) => string;

/**
 * Reports the change of a row, and whether the row is polled now. With `--json` the row goes to stdout, and a bad outlook to stderr.
 * @param row already stored, so that the plan counts it
 */
export async function sayOutlook(
  row: WatchlistRow,
  sentence: Sentence,
  open: OpenStack,
  { json }: Pick<StackOptions, 'json'>,
  { clock, streams }: Context,
): Promise<void> {
  if (json) await printJson(streams.stdout, plainRow(row));
  const watch = readRow(row);
  const outlook = await outlookOf([watch], open, clock);
  const stream = json ? streams.stderr : streams.stdout;
  if (!json || !outlook.isGood) await writeTo(stream, open.addressed(`${sentence(outlook, watch)}\n`));
}

/** @param watches at least one */
export async function outlookOf(watches: readonly Watch[], open: OpenStack, clock: Clock): Promise<Outlook> {
  const good = (says: string): Outlook => ({ isGood: true, says: open.addressed(says) });
  const bad = (says: string): Outlook => ({ isGood: false, says: open.addressed(says) });
  const polled = watches.filter(({ paused }) => !paused);
  const where = [...new Set(watches.map(({ chain }) => chain.name))].join(', ');
  if (polled.length === 0)
    return good(`on the Watchlist of ${where}, paused: chainbell resume starts polling.`);
  const around = lookAround(open, clock);
  const [faults, paces] = await Promise.all([
    Promise.all(polled.map(around.faultOf)),
    Promise.all(polled.map(around.paceOf)),
  ]);
  const fault = faults.find((one) => one !== null);
  const which = faults.includes(null) ? 'some are ' : '';
  if (fault)
    return bad(`on the Watchlist of ${where}, but ${which}NOT watched yet: ${fault.what}. ${fault.toDo}`);
  if (polled.every(isSilent)) return bad(`on the Watchlist of ${where}, but ${whySilent}.`);
  for (const watch of polled) {
    const nodeless = await around.nodelessOf(watch);
    if (nodeless.length > 0)
      return bad(
        `on the Watchlist of ${where}. NOT watched: ${nodeless.join(', ')}. Only a node of ${watch.chain.name} shows these: npx chainbell rpc set ${typedName(watch.chain)}.`,
      );
  }
  const [slowest] = paces
    .flatMap((pace) => (pace?.callsPerDay ? [pace] : []))
    .toSorted((a, b) => b.everySeconds - a.everySeconds);
  if (slowest !== undefined) return bad(`watched on ${where}, and will be polled ${paceText(slowest)}.`);
  if (around.unseen.size > 0)
    return bad(
      `on the Watchlist of ${where}. Whether it is polled stays unknown: ${[...around.unseen].join('; ')}.`,
    );
  return good(`watched on ${where}, from ${watches.length === 1 ? 'its' : 'their'} next poll on.`);
}

/** Warns that a minimum counts for every token; empty without one. */
export function minimumNote({ minAmount: { otherwise } }: Pick<Watch, 'minAmount'>): string {
  const minimum = Number(otherwise);
  if (minimum === 0) return '';
  return `\nMind that minAmount=${otherwise} counts units of every token: ${minimum / 2} WETH are left out, ${minimum * 2} of a worthless token are reported. For one token: minAmount='{"USDC": ${otherwise}}'; by worth: minUsd=5.`;
}
