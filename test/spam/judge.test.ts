import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../functions/spam/judge.ts';
import { describedTransfer, usdc, watchOf } from '../support/alerts.ts';

const said = fc.constantFrom(true, false, null);
const trusting = watchOf({ trustedTokens: new Set([usdc]) });

function verdictOf(possibleSpam: boolean | null, verified: boolean | null, watch = watchOf()) {
  return judge(describedTransfer({ possibleSpam }, { verified }), watch);
}

describe('spam', () => {
  it('is what the API flags and does not verify, and nothing else', () => {
    fc.assert(
      fc.property(said, said, (possibleSpam, verified) => {
        expect(verdictOf(possibleSpam, verified).spam).toBe(possibleSpam === true && verified !== true);
      }),
    );
  });

  it('is never a token that the row trusts, and the verdict says why first', () => {
    const { spam, reasons } = verdictOf(true, false, trusting);
    expect(spam).toBe(false);
    expect(reasons.map(({ rule }) => rule)).toEqual(['trusted-token', 'flagged-by-api']);
  });

  it('stays spam where the row trusts another token', () => {
    const other = describedTransfer({ possibleSpam: true }, { verified: null });
    const trusted = new Set([describedTransfer().to.address ?? usdc]);
    expect(judge(other, watchOf({ trustedTokens: trusted })).spam).toBe(true);
  });
});

describe('a verdict', () => {
  it('is empty where nobody says anything', () => {
    expect(verdictOf(null, null)).toEqual({ spam: false, score: 0, reasons: [] });
  });

  it('says in plain sentences what was found', () => {
    expect(verdictOf(true, false)).toEqual({
      spam: true,
      score: 100,
      reasons: [{ rule: 'flagged-by-api', detail: 'The API flags this token as possible spam.' }],
    });
  });

  it('names the flag and the verification that outweighs it, the latter first', () => {
    const { score, reasons } = verdictOf(true, true);
    expect(score).toBe(0);
    expect(reasons.map(({ rule }) => rule)).toEqual(['verified-by-api', 'flagged-by-api']);
  });

  it('keeps the score as the rules found it where trust decides', () => {
    expect(verdictOf(true, false, trusting).score).toBe(verdictOf(true, false).score);
  });
});
