import type { JudgedTransfer } from './judge-transfer.ts';
import type { Step } from './steps.ts';

/** What is dealt with in one save. */
export interface Portion extends Omit<Step, 'fresh'> {
  readonly judged: readonly JudgedTransfer[];
}

/**
 * At most 150 KB each of an item's 400, with the longest texts that pass the cleaning: warnings are told one by one, and
 * a digest has a total a token and direction.
 */
const warningsPerSave = 20;
const totalsPerSave = 60;

/** A judged step in portions whose alerts an outbox holds. */
export function portionsOf(step: Step, judged: readonly JudgedTransfer[]): Portion[] {
  const portions: JudgedTransfer[][] = [[]];
  let warnings = 0;
  let totals = new Set<string>();
  for (const one of judged) {
    if (one.warning !== null) warnings += 1;
    if (one.outcome === 'told') totals.add(`${one.described.direction}${one.transfer.token.address}`);
    if (warnings > warningsPerSave || totals.size > totalsPerSave) {
      portions.push([]);
      warnings = one.warning === null ? 0 : 1;
      totals = new Set();
    }
    portions.at(-1)?.push(one);
  }
  return portions.map((portion, i) => ({
    judged: portion,
    gone: i === 0 ? step.gone : [],
    changed: i === portions.length - 1 ? step.changed : new Map(),
    last: step.last && i === portions.length - 1,
  }));
}
