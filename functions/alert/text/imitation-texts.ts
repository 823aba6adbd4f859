import { markDifferences, markDifferencesShort } from '../../spam/poisoning/warning-text.ts';
import { isGenuine } from '../../spam/protected-tokens.ts';
import type { Alert, AlertLookalike, RevertedAlert, TransferAlert } from '../alert.ts';
import type { TextLimits } from './limits.ts';
import { walletName } from './names.ts';
import { shorten, type TextStyle } from './style.ts';

type OneTransfer = TransferAlert | RevertedAlert;
/** A transfer to an address that imitates one that the wallet paid. */
export type ToImitation = TransferAlert & {
  readonly type: 'transfer.sent';
  readonly lookalike: AlertLookalike;
};

/** The moment to shout: what was sent to an imitation may be frozen for some minutes yet. */
export function isToImitation(alert: Alert): alert is ToImitation {
  return alert.type === 'transfer.sent' && alert.lookalike !== null;
}

/** Whether somebody else may have made the payment up: a token that nobody vouches for writes what its maker likes. */
export function mayBeMadeUp({ transfer, wallet, verdict }: ToImitation): boolean {
  const { token } = transfer;
  const isTrusted = verdict?.reasons.some(({ rule }) => rule === 'trusted-token');
  return token.verified !== true && !isTrusted && !isGenuine(wallet.chainId, token.address);
}

/**
 * Whom the other side imitates, for texts that do not say it otherwise: a warning of likely spam does. Null where it
 * imitates nobody.
 */
export function saidLookalike(
  alert: Pick<OneTransfer, 'type' | 'lookalike' | 'verdict'>,
): AlertLookalike | null {
  return alert.verdict?.spam && alert.type !== 'transfer.sent' ? null : alert.lookalike;
}

/** `to 0xAb58(892f..)ec9B, which imitates an address you paid`: so that nobody can copy it from here. */
export function imitationClause(
  { address, imitates }: AlertLookalike,
  { direction }: OneTransfer['transfer'],
  limits: Pick<TextLimits, 'other'>,
): string {
  const way = direction === 'in' ? 'from' : 'to';
  if (limits.other === 0) return direction === 'in' ? 'from an imitation' : 'to one that imitates a payee';
  return `${way} ${markDifferencesShort(address, imitates).first}, which imitates an address you paid`;
}

/** What a sentence adds to a payment while there may be minutes left, where there is room. */
export const callAtOnce = ". Call the token's issuer at once.";

/** The one thing that must be said, where a line has no room for how much. */
export function imitationInShort({ wallet }: ToImitation, style: TextStyle): string {
  return `${shorten(walletName(wallet, style), 24)} sent money to an address that imitates one you paid`;
}

/** What to do, in lines of an email, before every fact. */
export function imitationLines(alert: ToImitation): string[] {
  const { transfer, lookalike } = alert;
  const { first, second } = markDifferences(lookalike.address, lookalike.imitates);
  const when = lookalike.lastPaidAt === null ? '' : `, last on ${lookalike.lastPaidAt.slice(0, 10)}`;
  return [
    'If you meant to pay the address that you paid before, this went to a thief. Act at once:',
    '1. Call the issuer of the token and ask to freeze the receiver: Circle for USDC, Tether for USDT.',
    '2. Call the exchange that the money came from, and the police.',
    '3. Give them this transaction:',
    transfer.explorerUrl ?? transfer.transactionHash,
    '4. Pay nothing more to this address.',
    '',
    'The receiver:',
    first,
    'You paid before:',
    second + when,
    '',
    `The first ${lookalike.samePrefix} and the last ${lookalike.sameSuffix} digits are alike, those in brackets are not.`,
    'Take addresses from where you first got them, never from history.',
    'If you know the receiver and compared every digit, nothing is wrong: two addresses can be alike.',
  ];
}

/** What to do about money that came from an imitation: it is real, its sender is not who he seems. */
export const fromImitationAdvice: readonly string[] = [
  'The sender looks like an address that you paid, and is another one. The money is real.',
  'Do not send anything to it unless you know whose it is, and never copy addresses from history.',
];

/** Both of them under each other. */
export function fromImitationLines({ imitates, address }: AlertLookalike): string[] {
  const { first, second } = markDifferences(address, imitates);
  return ['The sender:', first, 'You paid before:', second];
}
