import { describe, expect, it } from 'vitest';
import { controlAdvice } from '../../../functions/alert/text/control-texts.ts';
import { smsText, subjectText } from '../../../functions/alert/text/sentence.ts';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import type { ControlChange } from '../../../functions/node/node-event.ts';
import { controlAlert, exchange } from '../../support/alerts.ts';

const cases: readonly (readonly [ControlChange['what'], string | null, string | null, string])[] = [
  ['owner-added', null, exchange, 'a new owner 0x28C6...1d60 can now sign.'],
  ['owner-removed', exchange, null, 'owner 0x28C6...1d60 can no longer sign.'],
  ['threshold', '3', '1', 'it now takes 1 signature to move its money, not 3.'],
  ['threshold', '1', '2', 'it now takes 2 signatures to move its money, not 1.'],
  ['module-enabled', null, exchange, 'a new module 0x28C6...1d60 can move everything without signatures.'],
  ['module-disabled', exchange, null, 'module 0x28C6...1d60 can no longer move its money.'],
  ['guard', null, exchange, 'guard 0x28C6...1d60 now checks its transactions.'],
  ['guard', exchange, null, 'guard 0x28C6...1d60 no longer checks its transactions.'],
  ['fallback-handler', null, exchange, 'its fallback handler is now 0x28C6...1d60.'],
  ['fallback-handler', exchange, null, 'its fallback handler 0x28C6...1d60 was removed.'],
  ['implementation', null, exchange, 'the code that guards it was replaced by that of 0x28C6...1d60.'],
  ['implementation', exchange, null, 'the code that guards it is gone.'],
];

describe.each(cases)('of a Safe: %s from %s to %s', (what, before, after, says) => {
  const alert = controlAlert({ what, before, after });

  it('fits an SMS and a subject, which say what it means', () => {
    expect(smsText(alert).startsWith(`Treasury (Safe) on eth: ${says}`)).toBe(true);
    const named = { ...alert, wallet: { ...alert.wallet, label: 'T'.repeat(64), chain: 'arbitrum testnet' } };
    expect(smsText(named).length).toBeLessThanOrEqual(140);
    expect(subjectText(named).length).toBeLessThanOrEqual(100);
    expect(subjectText(named)).toContain(says);
  });

  it('is shown as danger in a chat, unless somebody lost control', () => {
    const { tone, lines } = alertMessage(alert);
    const isRelief = what === 'module-disabled';
    expect(tone).toBe(isRelief ? 'well' : 'danger');
    expect(lines.join(' ').includes('act at once')).toBe(!isRelief);
    expect(controlAdvice(alert).every((line) => line.length <= 99)).toBe(true);
  });
});

it('keeps an SMS short even with a threshold that no Safe can have', () => {
  const text = smsText(controlAlert({ what: 'threshold', before: '2', after: '9'.repeat(78) }));
  expect(text.length).toBeLessThanOrEqual(140);
  expect(text).toContain('it now takes about 999... (78 digits) signatures to move its money, not 2.');
});

it('does not mention new code if there is none', () => {
  const text = controlAdvice(controlAlert({ what: 'implementation', before: exchange, after: null })).join(
    ' ',
  );
  expect(text).toMatch(/^Without code no signature moves its money/);
  expect(text).not.toContain('new code');
});

it('names who made the contract that an account was delegated to, if that is known', () => {
  const [known, unknown] = [controlAlert(), controlAlert({ after: exchange })];
  expect(smsText(known)).toContain(
    'contract 0x63c0...E32B of MetaMask: it can move all money there. Not you?',
  );
  expect(smsText(unknown)).toContain('contract 0x28C6...1d60: it can move all money there.');
  expect(controlAdvice(known).at(-1)).toMatch(/smart account of theirs, nothing is wrong\.$/);
  expect(controlAdvice(known).at(-2)).toBe('The wallet is delegated (EIP-7702) to a contract of MetaMask.');
  expect(controlAdvice(unknown).at(-1)).toContain('whose maker names this contract');
});
