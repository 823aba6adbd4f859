import { checksumAddress, parseAddress, zeroAddress } from '../../chain/address.ts';
import { isGenuine } from '../../chain/genuine-tokens.ts';
import type { Lookalike } from '../../spam/poisoning/find-lookalike.ts';
import type {
  AlertToken,
  AlertTransfer,
  ApprovalAlert,
  BalanceAlert,
  ControlAlert,
  DigestAlert,
  PoisoningAlert,
  RevertedAlert,
  TransferAlert,
  UnreadableAlert,
  WalletAlert,
  WatchingAlert,
} from '../alert.ts';
import type { Page } from '../page-of.ts';
import { whatMayBeSpent } from '../text/approval-texts.ts';
import { fullLimits } from '../text/limits.ts';
import type { FactName } from '../text/parts/fact-names.ts';
import { contactName, creatorName, quotedLabel, tokenName, withMark } from '../text/parts/names.ts';
import { amountForms, countOf, worthText } from '../text/parts/shown-amount.ts';
import { isPoisoned, isUnverified } from '../text/parts/shown-reasons.ts';
import { noteOnReceiver } from '../text/receiver.ts';
import { emailStyle, lineLength, setIn, wrap } from '../text/style.ts';
import type { WatchSetting } from '../watch-settings.ts';

/** All digits, grouped if they fit `length`; the unit gets its own line if both don't fit one. */
function exactAmount(
  { amount, value, token }: Pick<AlertTransfer, 'amount' | 'value' | 'token'>,
  alert: WalletAlert,
  length: number,
): string[] {
  const symbol =
    token.address === null
      ? tokenName(token, alert, emailStyle, 64, amount === '1')
      : creatorName(token.symbol, token, alert, emailStyle, 64);
  const unit = amount === null ? ['units', ...(symbol ? [`of ${symbol}`] : [])].join(' ') : (symbol ?? '');
  const { grouped, plain } = amountForms(amount ?? value);
  const number = grouped.length <= length ? grouped : plain;
  const line = `${number} ${unit}`.trimEnd();
  return line.length <= length ? [line] : [number, unit].filter((text) => text !== '');
}

/** One fact a line, for phones; each address once. @param lookalike is shown above, so that nobody can copy it */
export function transferFacts(
  alert: TransferAlert | RevertedAlert | PoisoningAlert,
  lookalike: Lookalike | null = null,
): string[] {
  const { transfer, wallet } = alert;
  const { token } = transfer;
  const party = (side: AlertTransfer['from']) => partyOf(side, alert, lookalike);
  const isSide = [transfer.from, transfer.to].some(({ address }) => address === wallet.address);
  return [
    ...fact('Amount', ...exactAmount(transfer, alert, lineLength - 'Amount: '.length)),
    ...(transfer.amount === null ? [unknownDecimals] : []),
    ...fact('Worth', safe(worthText(transfer))),
    ...tokenFacts(token, alert),
    ...fact('Token id', transfer.tokenId),
    ...(token.verified === null || token.address === null
      ? []
      : fact('Verified', token.verified ? 'yes, says the API' : notVerified(transfer, wallet))),
    ...fact('From', ...party(transfer.from)),
    ...(transfer.direction === 'self' ? fact('To', 'itself') : fact('To', ...party(transfer.to))),
    ...(isSide ? [] : walletFact(wallet)),
    ...fact('Chain', chainOf(wallet)),
    ...fact('Time', readableTime(transfer.blockTimestamp)),
    ...fact('Block', countOf(transfer.blockNumber)),
    ...(transfer.transactionHash === null
      ? fact('Transaction', 'not known: no transaction to or from the wallet moved it')
      : transactionFact(transfer)),
    ...lastFacts(alert),
  ];
}

function notVerified({ token }: AlertTransfer, { chainId }: TransferAlert['wallet']): string {
  return isGenuine(chainId, token.address)
    ? "no, says the API; but genuine by Chainbell's own list"
    : 'no, says the API';
}

const unknownDecimals = "Nobody knows this token's decimals: the number counts its smallest units.";

/** Alone on its line: every mail program finds all of it. */
export function linkLines(page: Page | null): string[] {
  return page === null ? [] : [page.url, ''];
}

function walletFact({ address, label }: WalletAlert['wallet']): string[] {
  return fact('Wallet', checksumAddress(address), safe(label));
}

function walletAndChain({ wallet }: WalletAlert): string[] {
  return [...walletFact(wallet), ...fact('Chain', chainOf(wallet))];
}

function tokenFacts(token: AlertToken, alert: WalletAlert): string[] {
  const name = safe(token.name);
  return [
    ...fact('Token', name && withMark(name, name, token, alert, emailStyle)),
    ...fact(
      'Contract',
      token.address && checksumAddress(token.address),
      isUnverified(token, alert) ? 'unverified' : null,
    ),
  ];
}

function transactionFact({ transactionHash }: Pick<AlertTransfer, 'transactionHash'>): string[] {
  return transactionHash === null ? [] : ['Transaction:', transactionHash];
}

export function watchingFacts(alert: WatchingAlert, settings: readonly WatchSetting[]): string[] {
  const { since, fromBlock } = alert;
  return [
    ...walletAndChain(alert),
    ...fact('Since', readableTime(since)),
    ...fact('From block', fromBlock === null ? null : countOf(fromBlock)),
    ...settings.flatMap(({ name, values }) => fact(name, ...values)),
    ...lastFacts(alert),
  ];
}

export function unreadableFacts(alert: UnreadableAlert): string[] {
  const { blockNumber, others } = alert.entry;
  return [
    ...walletAndChain(alert),
    ...fact('Block', blockNumber === null ? null : countOf(blockNumber)),
    ...transactionFact(alert.entry),
    ...fact('Others', others === 0 ? null : `${countOf(others)} more of the same poll`),
    ...lastFacts(alert),
  ];
}

export function balanceFacts(alert: BalanceAlert): string[] {
  const { balance } = alert;
  const { token, minimum } = balance;
  return [
    ...fact('Balance', ...exactAmount(balance, alert, lineLength - 'Balance: '.length)),
    ...fact('Floor', amountForms(minimum).grouped),
    ...fact('Contract', token.address && checksumAddress(token.address)),
    ...walletAndChain(alert),
    ...lastFacts(alert),
  ];
}

export function controlFacts(alert: ControlAlert): string[] {
  const { before, after, blockNumber, transactionHash } = alert.control;
  return [
    ...fact('Before', controlOf(before)),
    ...fact('Now', controlOf(after)),
    ...walletAndChain(alert),
    ...fact('Block', countOf(blockNumber), transactionHash === null ? 'or one shortly before' : null),
    ...transactionFact(alert.control),
    ...lastFacts(alert),
  ];
}

export function approvalFacts(alert: ApprovalAlert): string[] {
  const { kind, token, spender, expires, blockTimestamp, blockNumber } = alert.approval;
  const allowed = alert.type === 'approval.revoked' ? 'none' : whatMayBeSpent(alert, emailStyle, fullLimits);
  return [
    ...fact('Allowance', allowed, kind === 'permit2' ? 'kept by Permit2' : null),
    ...fact(
      'Spender',
      spender.address === null ? 'nobody' : checksumAddress(spender.address),
      alert.verdict?.spam ? null : safe(spender.contact),
    ),
    ...tokenFacts(token, alert),
    ...fact('Expires', expires && readableTime(expires)),
    ...walletAndChain(alert),
    ...fact('Time', blockTimestamp && readableTime(blockTimestamp)),
    ...fact('Block', countOf(blockNumber)),
    ...transactionFact(alert.approval),
    ...lastFacts(alert),
  ];
}

function lastFacts({ severity, id }: WalletAlert): string[] {
  return [...fact('Severity', severity), ...fact('Alert', id)];
}

function controlOf(text: string | null): string {
  return text?.startsWith('0x') ? checksumAddress(parseAddress(text)) : (text ?? 'none');
}

export function digestFacts(alert: DigestAlert): string[] {
  const { fromBlock, toBlock, hidden } = alert.digest;
  return [
    ...walletAndChain(alert),
    ...(fromBlock === toBlock
      ? fact('Block', countOf(toBlock))
      : fact('Blocks', `${countOf(fromBlock)} to ${countOf(toBlock)}`)),
    ...fact('Hidden', hidden === 0 ? null : `${countOf(hidden)} more as spam; the History table has them`),
    ...lastFacts(alert),
  ];
}

/** Nothing without values. Those that don't fit on one line stand under each other. */
function fact(name: FactName, ...given: readonly (string | null)[]): string[] {
  const values = given.filter((value) => value !== null);
  if (values.length === 0) return [];
  const line = `${name}: ${values.join(', ')}`;
  if (line.length <= lineLength) return [line];
  const width = lineLength - name.length - ': '.length;
  return values
    .flatMap((value) => wrap(value, width))
    .map((text, i) => (i === 0 ? `${name}: ${text}` : setIn + text));
}

function safe(text: string | null): string | null {
  return (text && emailStyle.text(text)) || null;
}

/** What we say of the address stands before its label: no made-up label can pass for it. */
function partyOf(
  { address, label, contact }: AlertTransfer['from'],
  alert: TransferAlert | RevertedAlert | PoisoningAlert,
  lookalike: Lookalike | null,
): (string | null)[] {
  const { transfer, verdict, wallet } = alert;
  const quoted = quotedLabel(label, emailStyle);
  const isClaimed = isUnverified(transfer.token, alert);
  const given = isClaimed ? null : contactName(contact, emailStyle);
  const called = given ?? (quoted && (isClaimed ? `says the token: ${quoted}` : quoted));
  if (address === null) return ['not known', called];
  if (address === zeroAddress)
    return [`${address} (${transfer.direction === 'in' ? 'newly minted' : 'burnt'})`, called];
  if (address === lookalike?.address) {
    if (!lookalike.proven) return ['the first address above', called];
    // Whoever can stop the payment asks for the address.
    const asked = alert.type === 'transfer.sent' ? `${checksumAddress(address)} (the imitation above)` : null;
    return [asked ?? 'the imitation above', called];
  }
  if (address === wallet.address)
    return [`${checksumAddress(address)} (this wallet)`, wallet.label ? safe(wallet.label) : called];
  if (isPoisoned(verdict)) return [`${checksumAddress(address)} (an imitation, do not copy it)`, called];
  return [checksumAddress(address) + (address === transfer.to.address ? noteOnReceiver(alert) : ''), called];
}

function chainOf({ chain, chainId }: WalletAlert['wallet']): string {
  return chain === chainId ? chain : `${chain} (${chainId})`;
}

/** Made with the first email: a cold start would wait for it. */
let day: Intl.DateTimeFormat | null = null;

/** `2 January 2026, 03:04:05 UTC` */
function readableTime(iso: string | null): string {
  if (iso === null) return 'not known';
  day ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const time = new Date(iso);
  return `${day.format(time)}, ${time.toISOString().slice(11, 19)} UTC`;
}
