import { describe, expect, it } from 'vitest';
import type { WalletAlert } from '../../functions/alert/alert.ts';
import { emailText } from '../../functions/alert/email/email.ts';
import { alertTexts } from '../../functions/alert/publish.ts';
import { lookalikePaid } from '../../functions/alert/text/imitation-texts.ts';
import { asShown } from '../../functions/alert/text/parts/shown-reasons.ts';
import { smsText } from '../../functions/alert/text/sentence.ts';
import { findChain, walletUrl } from '../../functions/chain/chains.ts';
import { approvalAlert, approvalEvent, gold, imitation, lure } from '../support/alerts.ts';
import { alertExamples } from '../support/every-alert.ts';
import { firstScreen, fullAddresses } from '../support/first-screen.ts';

const newWallet = 'move what is left to a new wallet.';
const revoke = "Then revoke the approval in your wallet's own interface.";
const noCopies = 'Do not copy addresses from the history of a wallet or an explorer.';
const moveOut = 'Move what is left to a new wallet';
/** What each alert, by its example's name, asks its reader to do; all other examples ask for nothing. */
const whatToDo: Readonly<Record<string, string>> = {
  ...asked(newWallet, [
    ...['sent', 'sent, of a token nobody knows', 'sent, coin that nobody says whereto'],
    ...['sent, a piece of a collection', 'sent to nobody: burnt', 'digest of what went out'],
  ]),
  ...asked('3. Pay nothing more to this address.', ['sent to an imitation', 'sent to one of a pair']),
  ...asked('never copy addresses from history.', [
    'received from an imitation',
    'received from one of a pair',
  ]),
  ...asked(revoke, [
    ...['approval without a limit', 'approval of an amount', 'approval by Permit2'],
    ...['approval of one piece', 'approval of a collection'],
  ]),
  ...asked(moveOut, [
    ...['delegated', 'delegated elsewhere', 'owner added', 'owner removed', 'threshold lowered'],
    ...['module enabled', 'guard set', 'guard removed', 'fallback handler set', 'fallback handler removed'],
    ...['implementation replaced', 'implementation gone'],
  ]),
  ...asked(noCopies, ['poisoning', 'poisoning, of many', 'poisoning, of a pair', 'poisoning, of many pairs']),
  'sent, of nothing': 'Do not copy an address from it.',
  'approval that a stranger may have made up': 'do nothing, and open no link.',
  reverted: 'Do not count on it.',
  'balance below its floor': 'Find out why first',
};

function asked(what: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, what]));
}

/** Advice with which an SMS may end, long and short. */
const smsAdvice = [
  'Copy neither.',
  'Trust neither.',
  'Call the issuer at once.',
  'Call the police at once.',
  'Not yours? Tell your signers now.',
  'Not yours? Maybe a contract made it up: look what else is gone.',
  'Not yours? See what else is gone.',
  'The network took it off the chain: do not count on it.',
  'Not you? Move what is left to another wallet first.',
  'Look why before you refill it.',
  'Not you? Move everything out at once.',
];

const linkOf = (alert: WalletAlert): string | null => {
  const found = /"explorerUrl":"(.*?)"/.exec(JSON.stringify({ ...alert, digest: null }))?.[1];
  return found ?? walletUrl(findChain(alert.wallet.chainId), alert.wallet.address);
};

describe.each(alertExamples)('the alert: %s', (name, alert) => {
  const email = emailText(asShown(alert));

  it("says on a phone's first screen what happened, where to see it, and what to do", () => {
    const screen = firstScreen(email);
    expect(screen).toContain('Treasury');
    expect(screen).toContain(linkOf(alert) ?? 'a link');
    expect(screen).toContain(whatToDo[name] ?? '');
  });

  it('has each address once', () => {
    const addresses = fullAddresses(email.toLowerCase());
    expect(addresses).toContain(alert.wallet.address);
    // A thief's address is shown so that readers can compare it and report it to those who can stop the money.
    const twice = lookalikePaid(alert)?.proven ? [imitation] : [];
    expect(addresses.toSorted()).toEqual([...new Set(addresses), ...twice].toSorted());
  });

  it('has its id, and the reason why the reader gets it, after all facts', () => {
    expect(email).toContain(`\nAlert: ${alert.id}\n`);
    expect(email.indexOf('\nYou get this because ')).toBeGreaterThan(email.indexOf('\nAlert: '));
  });

  it.each([1, 20, 40, 64])('has an SMS with complete advice, for a label of %i letters', (length) => {
    const sms = smsText({ ...alert, wallet: { ...alert.wallet, label: 'T'.repeat(length) } });
    expect(sms.length).toBeLessThanOrEqual(140);
    const begun = smsAdvice.filter((advice) => sms.includes(advice.slice(0, 8)));
    if (begun.length > 0) expect(begun.some((advice) => sms.endsWith(advice))).toBe(true);
  });
});

it('every example that is listed as needing action exists', () => {
  const names = alertExamples.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(whatToDo)));
});

it.each(['mark', 'show'] as const)(
  'a made-up approval under %s asks for nothing and names no contact',
  (spam) => {
    const { token } = approvalEvent();
    const made = approvalAlert(
      { token: { ...token, ...gold } },
      { watch: { spam }, verdict: lure, contact: 'Router' },
    );
    const { subject, sms, email } = alertTexts(made);
    expect(subject + sms + email).not.toMatch(/Not yours|Router/);
    expect(email).toContain('do nothing, and open no link.');
  },
);
