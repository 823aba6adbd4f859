import { composeTransferAlert } from '../../../functions/alert/compose/compose-transfer.ts';
import { toSnsMessage } from '../../../functions/alert/publish.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { judge } from '../../../functions/spam/judge.ts';
import { describedTransfer, watchOf } from '../../support/alerts.ts';
import { shortestYardstick, warmUpYardstick, yardstick } from '../yardstick.ts';

/** What a transfer with this text costs, in yardsticks. */
export interface Cost {
  /** For its verdict and alert, as for each transfer of a storm. */
  readonly judged: number;
  /** For its email, SMS and subject, as for ten transfers of a poll. */
  readonly told: number;
}

/**
 * The slowest texts take 0.4 and 1.4 yardsticks, and code that is quadratic in a length ten times as long. A machine at its limit
 * adds the rest, as its other work interrupts a text and not the yardstick beside it.
 */
export const most: Cost = { judged: 1, told: 5 };

const watch = watchOf({ spam: 'mark' });
const address = parseAddress(`0x${'1'.repeat(40)}`);
const detectedAt = '2026-01-02T03:04:12.345Z';

/** Milliseconds for a transfer whose token has this text as its name and symbol: its creator writes no other text. */
function costOnce(text: string): Cost {
  const token = { address, name: text, symbol: text, verified: null };
  const transfer = describedTransfer({}, token);
  const begun = performance.now();
  const verdict = judge(transfer, watch);
  const input = { watch, transfer, verdict, lookalike: null, counterparty: 'new', detectedAt } as const;
  const alert = composeTransferAlert({ ...input, id: 'x' });
  const judged = performance.now();
  toSnsMessage(alert);
  return { judged: judged - begun, told: performance.now() - judged };
}

/** Runs until the JavaScript engine has compiled the hot code. */
export function warmUp(times = 500): void {
  for (let i = 0; i < times; i += 1) costOnce(`Some coin ${i} of \u00e9 and \u3317`);
  warmUpYardstick();
}

/**
 * The minimum of up to `tries` measurements, because the machine's other work only adds to them. Each further one is taken beside
 * a yardstick of its own, so that a machine that becomes slow for a minute is slow for both.
 * @param enough a measurement below this is not repeated
 */
export function costOf(text: string, { tries, enough }: { tries: number; enough: Cost }): Cost {
  let least = costOnce(text);
  let yard = shortestYardstick();
  const cost = () => ({ judged: least.judged / yard, told: least.told / yard });
  for (let i = 1; i < tries && isAbove(cost(), enough); i += 1) {
    yard = i === 1 ? yardstick() : Math.min(yard, yardstick());
    const { judged, told } = costOnce(text);
    least = { judged: Math.min(least.judged, judged), told: Math.min(least.told, told) };
  }
  return cost();
}

export function isAbove({ judged, told }: Cost, limit: Cost): boolean {
  return judged > limit.judged || told > limit.told;
}
