import type { Alert } from '../../functions/alert/alert.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import {
  describedTransfer,
  digestAlert,
  exchange,
  imitation,
  lookalikeOf,
  lure,
  pairVerdict,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  treasury,
  unreadableAlert,
  watchingAlert,
} from './alerts.ts';

const out = {
  direction: 'out',
  from: { address: treasury, label: null },
  to: { address: exchange, label: 'Binance 14' },
} as const;
const unknown = {
  address: parseAddress(`0x${'12'.repeat(20)}`),
  name: 'Gold',
  symbol: 'GLD',
  verified: null,
};
const itself = { address: imitation, label: null };
const twelve = Array.from({ length: 12 }, (_, n) => BigInt(n + 1) * 1_000_000n);

/** Every alert as its readers may get it, by its type and then by what sets its texts apart: a new type needs an example. */
export const everyAlert: Readonly<Record<Alert['type'], Readonly<Record<string, Alert>>>> = {
  'transfer.received': {
    received: transferAlert(),
    'received, marked as spam': transferAlert({ watch: { spam: 'mark' }, verdict: lure }),
    'received from an imitation': transferAlert({
      transfer: { from: itself },
      lookalike: lookalikeOf(),
    }),
    'received from one of a pair': transferAlert({ transfer: { from: itself }, verdict: pairVerdict }),
  },
  'transfer.sent': {
    sent: transferAlert({ transfer: out }),
    'sent, of a token nobody knows': transferAlert({ transfer: out, token: unknown }),
    'sent, of nothing': transferAlert({ transfer: { ...out, value: 0n } }),
    'sent to an imitation': transferAlert({
      transfer: { ...out, to: itself },
      lookalike: lookalikeOf(),
    }),
    'sent to one of a pair': transferAlert({ transfer: { ...out, to: itself }, verdict: pairVerdict }),
  },
  'transfer.self': {
    self: transferAlert({ transfer: { direction: 'self', from: out.from } }),
  },
  'transfer.reverted': { reverted: revertedAlert() },
  'transfers.digest': {
    'digest of what came in': digestAlert({
      transfers: twelve.map((value) => describedTransfer({ value })),
      hidden: 3,
    }),
    'digest of what went out': digestAlert({
      transfers: twelve.map((value) => describedTransfer({ ...out, value })),
    }),
  },
  'wallet.watching': { watching: watchingAlert() },
  'entry.unreadable': {
    unreadable: unreadableAlert(),
    'unreadable, of many': unreadableAlert({ others: 7 }),
    'unreadable, of nowhere': unreadableAlert({
      entry: { transactionHash: null, blockNumber: null, reason: 'the entry is not an object' },
    }),
  },
  'wallet.poisoning': {
    poisoning: poisoningAlert(),
    'poisoning, of many': poisoningAlert({ others: 7 }),
    'poisoning, of a pair': poisoningAlert({ lookalike: { proven: false } }),
    'poisoning, of many pairs': poisoningAlert({ lookalike: { proven: false }, others: 7 }),
  },
};

/** All of them by name. */
export const alertExamples: readonly (readonly [string, Alert])[] = Object.values(everyAlert).flatMap(
  (examples) => Object.entries(examples),
);
