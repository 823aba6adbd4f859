import { judge } from '../../../functions/spam/judge.ts';
import { asTransfer, type LabelledToken } from './labelled-tokens.ts';
import { isSpamByForta, isSpamByLeather, isSpamByThirdweb } from './literature.ts';

/** Tells spam from metadata alone. */
type Filter = (token: LabelledToken) => boolean;

export const isSpamByChainbell: Filter = (token) => {
  const { transfer, watch } = asTransfer(token);
  return judge(transfer, watch).spam;
};

const filters: Readonly<Record<string, Filter>> = {
  Chainbell: isSpamByChainbell,
  Forta: isSpamByForta,
  Leather: isSpamByLeather,
  thirdweb: isSpamByThirdweb,
};

export interface Result {
  readonly title: string;
  readonly measures: Measures;
}

/** The results of Chainbell, first, and of others' rule sets on these tokens. */
export function resultsOn(tokens: readonly LabelledToken[]): Result[] {
  return Object.entries(filters).map(([title, isSpam]) => ({ title, measures: measure(isSpam, tokens) }));
}

/** Lures that the text itself shows: a filter of texts must find these. */
export const plainLures = ['url', 'url+cta', 'cta', 'homoglyph'] as const;

export interface Share {
  readonly found: number;
  readonly of: number;
}

export type Measures = ReturnType<typeof measure>;

/** A filter's results on a labelled set. */
export function measure(isSpam: Filter, tokens: readonly LabelledToken[]) {
  const judged = tokens.map((token) => ({ token, spam: isSpam(token) }));
  const share = (belongs: (token: LabelledToken) => boolean): Share => {
    const those = judged.filter(({ token }) => belongs(token));
    return { found: those.filter(({ spam }) => spam).length, of: those.length };
  };
  const classes = [...plainLures, 'bare-domain', 'copy', 'other'];
  const lures = share((token) => plainLures.some((type) => type === token.lure_type));
  const honest = share(({ label }) => label === 'ok');
  return {
    /** By lure type, and `other` for spam without a lure in its text. */
    bySpamClass: new Map(classes.map((one) => [one, share((token) => spamClass(token) === one)])),
    lures,
    /** Share of all spam in the set, including tokens that only the API's flag could reveal. */
    allSpam: share(({ label }) => label !== 'ok'),
    /** Among the lures above and all honest tokens: how much of what it calls spam is spam. */
    precision: { found: lures.found, of: lures.found + honest.found },
    falseAlarmsPlain: share(({ label, hard }) => label === 'ok' && hard !== true),
    falseAlarmsHard: share(({ label, hard }) => label === 'ok' && hard === true),
  };
}

function spamClass({ label, kind, lure_type }: LabelledToken): string | null {
  if (label === 'ok') return null;
  return lure_type ?? kind ?? 'other';
}

/** From 0 to 1; an empty share is 0. */
export function ratio({ found, of }: Share): number {
  return of === 0 ? 0 : found / of;
}
