import type { Verdict } from '../spam/verdict.ts';
import type { TransferAlert } from './alert.ts';
import { cleanText } from './safe-text.ts';

/** Bounds the five copies of the JSON in one SNS message, which holds 256 KB. */
const mostReasons = 16;
const detailLength = 300;

/** The verdict as alerts have it. A rule's detail may quote the token's text, so it is cleaned like it. */
export function verdictOf({ spam, score, reasons }: Verdict): NonNullable<TransferAlert['verdict']> {
  const told = reasons.slice(0, mostReasons).map(({ rule, detail }) => ({
    rule,
    detail: cleanText(detail, detailLength) ?? rule,
  }));
  return { spam, score, reasons: told };
}
