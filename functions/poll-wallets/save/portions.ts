import type { JudgedTransfer } from '../decide/judge-transfer.ts';
import type { Step } from '../read/steps.ts';

/** What is dealt with in one save. */
export interface Portion extends Omit<Step, 'fresh'> {
  readonly judged: readonly JudgedTransfer[];
}

/** About 48 KB of an item's 400, with the longest texts that pass the cleaning: these are told one by one. */
const singlesPerSave = 12;
/** Bytes that the totals of all digests of a save may take: one a token and direction. */
const totalsPerSave = 72_000;
/** Of a total, beside its token: count, value and amount have hundreds of digits at the most. */
const bytesBesideToken = 300;

/** What the alerts of a portion take so far. */
interface Load {
  singles: number;
  bytes: number;
  readonly totals: Set<string>;
}

/** A judged step in portions whose alerts an outbox holds. */
export function portionsOf(step: Step, judged: readonly JudgedTransfer[]): Portion[] {
  const portions: JudgedTransfer[][] = [[]];
  let load: Load = { singles: 0, bytes: 0, totals: new Set() };
  for (const one of judged) {
    add(one, load);
    if (load.singles > singlesPerSave || (load.bytes > totalsPerSave && load.totals.size > 1)) {
      portions.push([]);
      load = { singles: 0, bytes: 0, totals: new Set() };
      add(one, load);
    }
    portions.at(-1)?.push(one);
  }
  return portions.map((portion, i) => {
    const next = portions[i + 1]?.[0];
    return {
      judged: portion,
      gone: i === 0 ? step.gone : [],
      changed: next === undefined ? step.changed : new Map(),
      last: step.last && next === undefined,
      leftFrom: next === undefined ? step.leftFrom : next.transfer.blockNumber,
    };
  });
}

function add({ warning, paidImitation, outcome, alert }: JudgedTransfer, load: Load): void {
  load.singles += Number(warning !== null) + Number(paidImitation);
  const { token, direction } = alert.transfer;
  const total = `${direction}${token.address}`;
  if (outcome !== 'told' || load.totals.has(total)) return;
  load.totals.add(total);
  load.bytes += Buffer.byteLength(JSON.stringify(token)) + bytesBesideToken;
}
