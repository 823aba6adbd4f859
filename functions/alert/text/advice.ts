import type { DigestAlert, PoisoningAlert, TransferAlert, WalletAlert } from '../alert.ts';
import { approvalAdvice, tellSigners } from './approval-texts.ts';
import { controlAdvice } from './control-texts.ts';
import { othersToCall } from './imitation-texts.ts';
import { isUnverified } from './parts/shown-reasons.ts';

/** Sentences of at most 99 characters: the alert's meaning, and advice. */
export function adviceOf(alert: WalletAlert): string[] {
  if (alert.type === 'balance.low') return ofLowBalance;
  if (alert.type === 'transfer.reverted')
    return alert.others === null ? ofReverted : [...ofReverted, ofDigests];
  if ('entry' in alert) return ofUnreadable;
  if ('control' in alert) return controlAdvice(alert);
  if ('approval' in alert) return approvalAdvice(alert);
  if (!('transfer' in alert || 'digest' in alert)) return [];
  return [
    ...('digest' in alert && alert.severity === 'critical' ? imitationAmong : []),
    ...ifNobodySent(alert),
  ];
}

const ofLowBalance = [
  'Find out why first: a thief who empties the wallet would take a refill too.',
  'If all its payments are yours, refill it, so that later ones do not fail.',
  'You get one alert for each fall below "minBalance", and one when the balance is restored.',
];

const ofReverted = [
  'The chain has dropped the block of this transfer (a re-org): it is not on the chain any more.',
  'Do not count on it. If it comes back, you get a new alert.',
];
const ofDigests = 'The others were in digests: npx chainbell history --csv lists what is left.';

const ofUnreadable = [
  'It may be a transfer: look whether money moved. Nothing else is held up by it.',
  'Once it can be read, it is reported like any other transfer.',
];

const imitationAmong = [
  'A receiver imitates an address that you paid: npx chainbell history --csv lists all receivers.',
  `If you meant to pay that one, call ${othersToCall}.`,
];

const newWallet = 'Someone else may have a key or an approval to spend: move what is left to a new wallet.';

/**
 * Advice in case no reader sent the transfer. Empty for a known receiver. Only the wallet's key or an approved contract sends a
 * verified, genuine or trusted token; any other token can log any transfer.
 */
function ifNobodySent(alert: TransferAlert | PoisoningAlert | DigestAlert): string[] {
  const isKnown = 'digest' in alert ? alert.severity === 'info' : alert.counterparty !== 'new';
  if (isKnown) return [];
  const moved = 'digest' in alert ? alert.digest.totals : [alert.transfer];
  const out = moved.filter(({ direction }) => direction === 'out');
  const some = out.filter(({ value }) => value !== '0');
  if (some.some(({ token }) => !isUnverified(token, alert))) return [tellSigners, newWallet];
  if (some.length > 0)
    return [
      'Not yours? Maybe a contract made it up: look what else is gone.',
      'If a token that you know is gone too, tell your signers and move what is left to a new wallet.',
    ];
  if (out.length > 0)
    return [
      'Not yours? Anyone can write a transfer of nothing: it takes no key, and nothing is lost.',
      'Do not copy an address from it.',
    ];
  return [];
}
