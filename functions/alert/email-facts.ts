import { checksumAddress } from '../chain/address.ts';
import type { Alert, AlertTransfer, TransferAlert, WatchingAlert } from './alert.ts';
import { creatorName } from './names.ts';
import { amountForms } from './shown-amount.ts';
import { emailVoice } from './voice.ts';
import { lineLength, wrap } from './wrap.ts';

const column = 13;
const valueLength = lineLength - column;

/** Every fact of the transfer, one a line, names in the first column. */
export function transferFacts({ transfer, wallet }: TransferAlert): string[] {
  const { token } = transfer;
  return [
    ...fact('Amount', ...amount(transfer)),
    ...fact('Token', ...others(token.name)),
    ...fact('Contract', checksumAddress(token.address)),
    ...(token.verified === null
      ? []
      : fact('Verified', token.verified ? 'yes, says the API' : 'no, says the API')),
    ...fact('From', ...party(transfer.from, wallet)),
    ...fact('To', ...party(transfer.to, wallet)),
    ...fact('Wallet', checksumAddress(wallet.address), ...others(wallet.label)),
    ...fact('Chain', chainOf(wallet)),
    ...fact('Time', readableTime(transfer.blockTimestamp)),
    ...fact('Block', amountForms(String(transfer.blockNumber)).grouped),
    ...fact('Transaction', transfer.transactionHash),
  ];
}

/** The link alone on its line, so that every mail program finds all of it and nothing else. */
export function explorerLines({ explorerUrl }: AlertTransfer): string[] {
  return explorerUrl === null ? [] : ['', explorerUrl];
}

/** What is watched from now on. */
export function watchingFacts({ wallet, since, fromBlock }: WatchingAlert): string[] {
  return [
    ...fact('Wallet', checksumAddress(wallet.address), ...others(wallet.label)),
    ...fact('Chain', chainOf(wallet)),
    ...fact('Since', readableTime(since)),
    ...(fromBlock === null ? [] : fact('From block', amountForms(String(fromBlock)).grouped)),
  ];
}

/** A fact whose values stand under each other where they don't fit on one line. */
function fact(name: string, ...values: string[]): string[] {
  if (values.length === 0) return [];
  const line = values.join(', ');
  const lines = line.length <= valueLength ? [line] : values.flatMap((value) => wrap(value, valueLength));
  return lines.map((text, i) => (i === 0 ? name : '').padEnd(column) + text);
}

/** To the last digit, whatever its length: grouped where that fits in the line. */
function amount({ amount, value, token }: AlertTransfer): string[] {
  const symbol = creatorName(token.symbol, emailVoice, 64) ?? '';
  const unit = amount === null ? ['units', ...(symbol ? [`of ${symbol}`] : [])].join(' ') : symbol;
  const { grouped, plain } = amountForms(amount ?? value);
  const number = grouped.length <= valueLength ? grouped : plain;
  const line = `${number} ${unit}`.trimEnd();
  return line.length <= valueLength ? [line] : [number, unit].filter((text) => text !== '');
}

function others(text: string | null): string[] {
  const safe = text && emailVoice.text(text);
  return safe ? [safe] : [];
}

/** The mark stands before the label: no label that someone made up can say it. */
function party({ address, label }: AlertTransfer['from'], wallet: Alert['wallet']): string[] {
  if (address === null) return ['not given by the API', ...others(label)];
  const mark = address === wallet.address ? ' (this wallet)' : '';
  return [checksumAddress(address) + mark, ...others(label)];
}

function chainOf({ chain, chainId }: Alert['wallet']): string {
  return chain === chainId ? chain : `${chain} (${chainId})`;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `2 January 2026, 03:04:05 UTC` */
function readableTime(iso: string | null): string {
  if (iso === null) return 'not given by the API';
  const time = new Date(iso);
  return `${day.format(time)}, ${time.toISOString().slice(11, 19)} UTC`;
}
