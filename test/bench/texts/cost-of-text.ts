import { composeTransferAlert } from '../../../functions/alert/compose/compose-transfer.ts';
import { toSnsMessage } from '../../../functions/alert/publish.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { judge } from '../../../functions/spam/judge.ts';
import { describedTransfer, watchOf } from '../../support/alerts.ts';

/** Milliseconds that a transfer with this text costs. */
export interface Cost {
  /** For its verdict and alert, as for each transfer of a storm. */
  readonly judged: number;
  /** For its email, SMS and subject, as for ten transfers of a poll. */
  readonly told: number;
}

const watch = watchOf({ spam: 'mark' });
const address = parseAddress(`0x${'1'.repeat(40)}`);
const detectedAt = '2026-01-02T03:04:12.345Z';

/** A transfer whose token has this text as its name and symbol: its creator writes no other text. */
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
}

/**
 * The minimum of up to `tries` measurements, because the machine's other work only adds to them.
 * @param enough a measurement below this is not repeated
 */
export function costOf(text: string, tries: number, enough: Cost): Cost {
  let least = costOnce(text);
  for (let i = 1; i < tries && isAbove(least, enough); i += 1) {
    const { judged, told } = costOnce(text);
    least = { judged: Math.min(least.judged, judged), told: Math.min(least.told, told) };
  }
  return least;
}

export function isAbove({ judged, told }: Cost, most: Cost): boolean {
  return judged > most.judged || told > most.told;
}
