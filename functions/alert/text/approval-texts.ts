import type { ApprovalAlert } from '../alert.ts';
import type { TextLimits } from './limits.ts';
import { contactName, howMuch, longAgo, onChain, tokenName, walletWithin } from './parts/names.ts';
import { isUnverified } from './parts/shown-reasons.ts';
import type { TextStyle } from './style.ts';

/** `Treasury approved 0x1111...2222 to spend 100 USDC on eth` */
export function approvalSentence(alert: ApprovalAlert, style: TextStyle, limits: TextLimits): string {
  const { wallet, approval, type } = alert;
  const name = walletWithin(wallet, style, limits.wallet);
  const where = onChain(wallet, limits) + longAgo(approval.blockTimestamp, alert, limits);
  const what = whatMayBeSpent(alert, style, limits);
  const spender = spenderName(alert, style, limits.wallet);
  if (type === 'approval.revoked')
    return `${name} no longer lets ${spender ?? 'anyone else'} ${verbOf(approval)} ${what}${where}`;
  const hint = limits.hint && !isMadeUp(alert) ? `. ${tellSigners}` : '';
  return `${name} approved ${spender} to ${verbOf(approval)} ${what}${where}${hint}`;
}

export const tellSigners = 'Not yours? Tell your signers now.';

/** Whether a stranger may have made the approval up. Texts of a `show` row carry no spam mark, but must not alarm either. */
export function isMadeUp({ verdict, marked }: ApprovalAlert): boolean {
  return verdict?.spam === true || !marked;
}

/** The owner's name of the spender, unless a stranger may have made the approval up; else the address. */
export function spenderName(alert: ApprovalAlert, style: TextStyle, room?: number) {
  const { spender } = alert.approval;
  const name = isMadeUp(alert) ? null : contactName(spender.contact, style, room);
  return name ?? (spender.address && style.address(spender.address));
}

/** Pieces of collections are moved, money is spent. */
function verbOf({ kind }: ApprovalAlert['approval']): string {
  return kind === 'erc721' || kind === 'all' ? 'move' : 'spend';
}

/** `100 USDC`, `all its USDC`, `Punk #7804`; revoked: `its USDC`. */
export function whatMayBeSpent(
  alert: ApprovalAlert,
  style: TextStyle,
  limits: Pick<TextLimits, 'amount' | 'token' | 'units'>,
): string {
  const { type, approval } = alert;
  const { kind, token, amount, value, tokenId, unlimited } = approval;
  const moved = { amount: amount ?? '1', value: value ?? '1', token };
  if (kind === 'erc721') return howMuch({ ...moved, kind: 'erc721', tokenId }, alert, style, limits);
  const isExact =
    type === 'approval.granted' && !unlimited && value !== null && limits.amount !== 'magnitude';
  if (isExact) return howMuch({ amount, value, token }, alert, style, limits);
  const whose = unlimited ? 'all its' : 'its';
  const mark = isUnverified(token, alert) ? ' (unverified)' : '';
  return `${whose} ${tokenName(token, alert, style, limits.token)}${mark}`;
}

/** Lines of an email. They name no page for revoking, because thieves run fakes of such pages. */
export function approvalAdvice(alert: ApprovalAlert): string[] {
  const { type, approval } = alert;
  if (isMadeUp(alert))
    return ['Anyone can write this into a token of his own: do nothing, and open no link.'];
  if (type === 'approval.revoked')
    return ['Nothing can be taken by that approval any more; others may still stand.'];
  const until = approval.expires === null ? 'at any time' : 'until it expires';
  return [
    `Whoever was approved can take it ${until}, without asking again.`,
    'Not yours? Tell your signers now, and move what is left to another wallet.',
    "Then revoke the approval in your wallet's own interface.",
    'Never revoke on a page that a message or an advertisement leads to.',
  ];
}
