import { checksumAddress, parseAddress, zeroAddress } from '../../chain/address.ts';
import { isGenuine } from '../../chain/genuine-tokens.ts';
import type { Lookalike } from '../../spam/poisoning/find-lookalike.ts';
import type {
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
import { contactName, creatorName, quotedLabel, withMark } from '../text/parts/names.ts';
import { amountForms, countOf, worthText } from '../text/parts/shown-amount.ts';
import { isPoisoned, isUnverified } from '../text/parts/shown-reasons.ts';
import { emailStyle, lineLength, setIn, wrap } from '../text/style.ts';
import type { WatchSetting } from '../watch-settings.ts';

/** To the last digit, grouped if that fits a line of `length`; a longer number has the unit on the next line. */
function exactAmount(
  { amount, value, token }: Pick<AlertTransfer, 'amount' | 'value' | 'token'>,
  alert: WalletAlert,
  length: number,
): string[] {
  const symbol = creatorName(token.symbol, token, alert, emailStyle, 64);
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
    ...fact('Worth', ...others(worthText(transfer))),
    ...fact('Token', ...others(token.name).map((name) => withMark(name, name, token, alert, emailStyle))),
    ...(token.address === null ? [] : fact('Contract', checksumAddress(token.address))),
    ...(transfer.tokenId === null ? [] : fact('Token id', transfer.tokenId)),
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
      : ['Transaction:', transfer.transactionHash]),
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
  return fact('Wallet', checksumAddress(address), ...others(label));
}

export function watchingFacts(alert: WatchingAlert, settings: readonly WatchSetting[]): string[] {
  const { wallet, since, fromBlock } = alert;
  return [
    ...walletFact(wallet),
    ...fact('Chain', chainOf(wallet)),
    ...fact('Since', readableTime(since)),
    ...(fromBlock === null ? [] : fact('From block', countOf(fromBlock))),
    ...settings.flatMap(({ name, values }) => fact(name, ...values)),
    ...lastFacts(alert),
  ];
}

export function unreadableFacts(alert: UnreadableAlert): string[] {
  const { wallet } = alert;
  const { blockNumber, transactionHash, others } = alert.entry;
  return [
    ...walletFact(wallet),
    ...fact('Chain', chainOf(wallet)),
    ...(blockNumber === null ? [] : fact('Block', countOf(blockNumber))),
    ...(transactionHash === null ? [] : ['Transaction:', transactionHash]),
    ...(others === 0 ? [] : fact('Others', `${countOf(others)} more of the same poll`)),
    ...lastFacts(alert),
  ];
}

export function balanceFacts(alert: BalanceAlert): string[] {
  const { wallet, balance } = alert;
  const { token, minimum } = balance;
  return [
    ...fact('Balance', ...exactAmount(balance, alert, lineLength - 'Balance: '.length)),
    ...fact('Floor', amountForms(minimum).grouped),
    ...(token.address === null ? [] : fact('Contract', checksumAddress(token.address))),
    ...walletFact(wallet),
    ...fact('Chain', chainOf(wallet)),
    ...lastFacts(alert),
  ];
}

export function controlFacts(alert: ControlAlert): string[] {
  const { wallet } = alert;
  const { before, after, blockNumber, transactionHash } = alert.control;
  return [
    ...fact('Before', controlOf(before)),
    ...fact('Now', controlOf(after)),
    ...walletFact(wallet),
    ...fact('Chain', chainOf(wallet)),
    ...fact('Block', countOf(blockNumber), ...(transactionHash === null ? ['or one shortly before'] : [])),
    ...(transactionHash === null ? [] : ['Transaction:', transactionHash]),
    ...lastFacts(alert),
  ];
}

export function approvalFacts(alert: ApprovalAlert): string[] {
  const { wallet, approval } = alert;
  const { kind, token, spender, expires, blockTimestamp, blockNumber, transactionHash } = approval;
  const of = kind === 'permit2' ? ['kept by Permit2'] : [];
  const allowed = alert.type === 'approval.revoked' ? 'none' : whatMayBeSpent(alert, emailStyle, fullLimits);
  return [
    ...fact('Allowance', allowed, ...of),
    ...fact(
      'Spender',
      spender.address === null ? 'nobody' : checksumAddress(spender.address),
      ...(alert.verdict?.spam ? [] : others(spender.contact)),
    ),
    ...fact('Token', ...others(token.name).map((name) => withMark(name, name, token, alert, emailStyle))),
    ...(token.address === null ? [] : fact('Contract', checksumAddress(token.address))),
    ...(expires === null ? [] : fact('Expires', readableTime(expires))),
    ...walletFact(wallet),
    ...fact('Chain', chainOf(wallet)),
    ...(blockTimestamp === null ? [] : fact('Time', readableTime(blockTimestamp))),
    ...fact('Block', countOf(blockNumber)),
    ...(transactionHash === null ? [] : ['Transaction:', transactionHash]),
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
  const { wallet } = alert;
  const { fromBlock, toBlock, hidden } = alert.digest;
  return [
    ...walletFact(wallet),
    ...fact('Chain', chainOf(wallet)),
    ...(fromBlock === toBlock
      ? fact('Block', countOf(toBlock))
      : fact('Blocks', `${countOf(fromBlock)} to ${countOf(toBlock)}`)),
    ...(hidden === 0 ? [] : fact('Hidden', `${countOf(hidden)} more as spam; the History table has them`)),
    ...lastFacts(alert),
  ];
}

/** Values that don't fit on one line stand under each other. */
function fact(name: FactName, ...values: string[]): string[] {
  if (values.length === 0) return [];
  const line = `${name}: ${values.join(', ')}`;
  if (line.length <= lineLength) return [line];
  const width = lineLength - name.length - ': '.length;
  return values
    .flatMap((value) => wrap(value, width))
    .map((text, i) => (i === 0 ? `${name}: ${text}` : setIn + text));
}

function others(text: string | null): string[] {
  const safe = text && emailStyle.text(text);
  return safe ? [safe] : [];
}

/** What we say of the address stands before its label: no made-up label can pass for it. */
function partyOf(
  { address, label, contact }: AlertTransfer['from'],
  alert: TransferAlert | RevertedAlert | PoisoningAlert,
  lookalike: Lookalike | null,
): string[] {
  const { transfer, verdict, wallet } = alert;
  const quoted = quotedLabel(label, emailStyle);
  const isClaimed = isUnverified(transfer.token, alert);
  const given = isClaimed ? null : contactName(contact, emailStyle);
  const labels = [given ?? (quoted && (isClaimed ? `says the token: ${quoted}` : quoted))].filter(
    (one) => one !== null,
  );
  if (address === null) return ['not known', ...labels];
  if (address === zeroAddress)
    return [`${address} (${transfer.direction === 'in' ? 'newly minted' : 'burnt'})`, ...labels];
  if (address === lookalike?.address) {
    if (!lookalike.proven) return ['the first address above', ...labels];
    // Whoever can stop a payment asks for it.
    const asked = alert.type === 'transfer.sent' ? `${checksumAddress(address)} (the imitation above)` : null;
    return [asked ?? 'the imitation above', ...labels];
  }
  if (address === wallet.address)
    return [`${checksumAddress(address)} (this wallet)`, ...(wallet.label ? others(wallet.label) : labels)];
  const mark = isPoisoned(verdict) ? ' (an imitation, do not copy it)' : '';
  return [checksumAddress(address) + mark, ...labels];
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
