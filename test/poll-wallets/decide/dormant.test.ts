import { describe, expect, it } from 'vitest';
import { smsText, subjectText } from '../../../functions/alert/text/sentence.ts';
import { judgeTransfer } from '../../../functions/poll-wallets/decide/judge-transfer.ts';
import { rememberingTexts } from '../../../functions/spam/judge.ts';
import { AddressBook } from '../../../functions/spam/poisoning/address-book.ts';
import { nobodyKnown } from '../../../functions/state/known-addresses.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { describedTransfer, exchange, gold, toExchange, watchOf } from '../../support/alerts.ts';

const mined = Date.parse('2026-01-02T03:04:05.000Z');
const daysBefore = (days: number) => new Date(mined - days * 86_400_000).toISOString();

/** The alert of a payment. @param paidAt when the wallet last paid the same receiver; null: never */
function leaving(
  { paidAt = null as string | null, since = null as string | null, proven = true },
  transfer: Parameters<typeof describedTransfer>[0] = {},
  token: Parameters<typeof describedTransfer>[1] = {},
) {
  const described = describedTransfer({ ...toExchange, ...transfer }, token);
  const [fresh] = withKeys([described]);
  if (fresh === undefined) throw new Error('no transfer');
  const counterparties = paidAt === null ? [] : [{ address: exchange, lastPaidAt: paidAt, proven }];
  const book = new AddressBook({ ...nobodyKnown, counterparties });
  const judging = { watch: watchOf(), detectedAt: daysBefore(0), since, read: rememberingTexts() };
  return judgeTransfer({ ...fresh, reissue: 0 }, described, book, book.counterparties, judging).alert;
}

describe('a dormant wallet that pays', () => {
  it.each([
    ['it paid long ago', { paidAt: daysBefore(214) }, 214],
    ['it paid for the last time in 90 days', { paidAt: daysBefore(90) }, 90],
    ['it paid lately', { paidAt: daysBefore(89.9) }, null],
    ['it has paid nobody since it is watched', { since: daysBefore(400) }, 400],
    ['it is watched since lately', { since: daysBefore(3) }, null],
    ['it paid lately, and is watched for long', { paidAt: daysBefore(1), since: daysBefore(400) }, null],
    [
      'a stranger made up a payment since',
      { paidAt: daysBefore(1), since: daysBefore(400), proven: false },
      400,
    ],
  ])('is one if %s', (_, history, dormantDays) => {
    expect(leaving(history).dormantDays).toBe(dormantDays ?? undefined);
  });

  it('raises a warning even if it pays a known receiver, and the texts say how long it was dormant', () => {
    const alert = leaving({ paidAt: daysBefore(214) });
    expect(alert).toMatchObject({ severity: 'warning', counterparty: 'known' });
    for (const text of [smsText(alert), subjectText(alert)])
      expect(text).toMatch(/: first payment in 214 days(\. Not yours\? Tell your signers now\.)?$/);
    expect(leaving({ paidAt: daysBefore(10) }).severity).toBe('info');
  });

  it('stays dormant after an incoming transfer, a zero transfer, or one of an unverified token', () => {
    const slept = { since: daysBefore(400) };
    expect(leaving(slept, { direction: 'in' }).dormantDays).toBeUndefined();
    expect(leaving(slept, { value: 0n }).dormantDays).toBeUndefined();
    expect(leaving(slept, {}, gold).dormantDays).toBeUndefined();
  });

  it('has the complete alert in its subject, even if there is no room for more', () => {
    const alert = leaving({ since: daysBefore(400) }, { value: 10n ** 60n + 1n });
    const named = { ...alert, wallet: { ...alert.wallet, label: 'T'.repeat(64) } };
    expect(subjectText(named).length).toBeLessThanOrEqual(100);
  });
});
