import type { Filter } from './filters.ts';
import type { LabelledToken } from './labelled-tokens.ts';

/** The lures whose trick the text itself shows: the ones that a filter of texts must find. */
export const plainLures = ['url', 'url+cta', 'cta', 'homoglyph'] as const;

export interface Share {
  readonly found: number;
  readonly of: number;
}

/** What a filter makes of a labelled set. */
export interface Measures {
  /** By lure type, and `other` for spam without a lure in its text. */
  readonly bySpamClass: ReadonlyMap<string, Share>;
  readonly lures: Share;
  /** Of all spam in the set, including tokens that only the API's flag could reveal. */
  readonly allSpam: Share;
  /** Of what it calls spam among the lures above and all honest tokens, how much is. */
  readonly precision: Share;
  readonly falseAlarmsPlain: Share;
  readonly falseAlarmsHard: Share;
}

export function measure({ isSpam }: Filter, tokens: readonly LabelledToken[]): Measures {
  const judged = tokens.map((token) => ({ token, spam: isSpam(token) }));
  const share = (belongs: (token: LabelledToken) => boolean): Share => {
    const those = judged.filter(({ token }) => belongs(token));
    return { found: those.filter(({ spam }) => spam).length, of: those.length };
  };
  const classes = [...plainLures, 'bare-domain', 'copy', 'other'];
  const lures = share((token) => plainLures.some((type) => type === token.lure_type));
  const honest = share(({ label }) => label === 'ok');
  return {
    bySpamClass: new Map(classes.map((one) => [one, share((token) => spamClass(token) === one)])),
    lures,
    allSpam: share(({ label }) => label !== 'ok'),
    precision: { found: lures.found, of: lures.found + honest.found },
    falseAlarmsPlain: share(({ label, hard }) => label === 'ok' && hard !== true),
    falseAlarmsHard: share(({ label, hard }) => label === 'ok' && hard === true),
  };
}

function spamClass({ label, kind, lure_type }: LabelledToken): string | null {
  if (label === 'ok') return null;
  return lure_type ?? kind ?? 'other';
}

/** 0 to 1; 0 of nothing is 0. */
export function ratio({ found, of }: Share): number {
  return of === 0 ? 0 : found / of;
}
