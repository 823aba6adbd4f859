import type { SummaryAlert, WalletAlert } from '../../functions/alert/alert.ts';
import { zeroAddress } from '../../functions/chain/address.ts';
import { ownCoin } from '../../functions/node/token-metadata.ts';
import {
  approvalAlert,
  balanceAlert,
  controlAlert,
  describedTransfer,
  digestAlert,
  exchange,
  fromImitation,
  gold,
  imitation,
  lookalikeOf,
  lure,
  pairVerdict,
  poisoningAlert,
  revertedAlert,
  toExchange,
  toImitation,
  transferAlert,
  unreadableAlert,
  watchingAlert,
} from './alerts.ts';

const ether = ownCoin({ coin: { name: 'Ether', symbol: 'ETH' } });
const punk = { ...gold, name: 'Punks', symbol: 'PUNK', decimals: 0, logo: null };
const nobody = { address: zeroAddress, label: null };
const unknown = { address: null, label: null };
const twelve = Array.from({ length: 12 }, (_, n) => BigInt(n + 1) * 1_000_000n);
export const fiveReasons = {
  ...lure,
  reasons: ['one.', 'two.', 'three.', 'four.', 'five.'].map((detail) => ({ rule: 'link', detail })),
};

const quiet: SummaryAlert = {
  version: 1,
  id: '5e1f',
  severity: 'info',
  wallet: null,
  type: 'summary',
  summary: {
    period: 'week',
    from: '2026-01-05T00:00:00.000Z',
    to: '2026-01-12T00:00:00.000Z',
    wallets: 12,
    alerts: {},
    hidden: 0,
    latency: null,
    month: null,
    calls: null,
    problems: [],
    others: 0,
  },
  coin: null,
  verdict: null,
  detectedAt: '2026-01-12T00:00:03.000Z',
};
const problem = {
  ...{ type: 'wallet.failing', wallet: exchange, chain: 'eth', since: '2026-01-09T14:03:00.000Z' },
  reason: 'The API did not answer in time.',
};

/** Summaries by name: of a quiet week, of a busy one, and of a day with problems. */
export const summaryExamples: readonly (readonly [string, SummaryAlert])[] = [
  ['summary of a quiet week', quiet],
  [
    'summary of a busy week',
    {
      ...quiet,
      summary: {
        ...quiet.summary,
        alerts: { 'transfer.sent': 12, 'transfer.received': 1_204, 'wallet.poisoning': 3 },
        hidden: 2_310,
        latency: { usual: 42, slowest: 1_900 },
        month: { p50: 40, p95: 90, p99: 300 },
        calls: { made: 120_960, plan: 280_000 },
      },
    },
  ],
  [
    'summary of a day with problems',
    { ...quiet, summary: { ...quiet.summary, period: 'day', problems: [problem, problem], others: 7 } },
  ],
];

/** Every alert about a wallet, by type and then by what makes its texts differ. A new type needs an example. */
export const everyAlert: Readonly<Record<WalletAlert['type'], Readonly<Record<string, WalletAlert>>>> = {
  'transfer.received': {
    received: transferAlert(),
    'received, at a time nobody knows': transferAlert({ transfer: { blockTimestamp: null } }),
    'received, marked as spam': transferAlert({ watch: { spam: 'mark' }, verdict: lure }),
    'received, marked as spam by five reasons': transferAlert({
      watch: { spam: 'mark' },
      verdict: fiveReasons,
    }),
    'received, no spam though for five reasons': transferAlert({ verdict: { ...fiveReasons, spam: false } }),
    'received from an imitation': transferAlert({ transfer: fromImitation, lookalike: lookalikeOf() }),
    'received from one of a pair': transferAlert({ transfer: fromImitation, verdict: pairVerdict }),
    'received, newly minted': transferAlert({ transfer: { from: nobody } }),
    'received, coin': transferAlert({ transfer: { kind: 'native' }, token: ether }),
    'received, coin that a contract paid': transferAlert({
      transfer: { kind: 'native', internal: true, transactionHash: null, from: unknown },
      token: ether,
    }),
    'received, pieces of a collection': transferAlert({
      transfer: { kind: 'erc1155', tokenId: '3', value: 12n },
      token: { ...punk, name: null, symbol: null },
    }),
  },
  'transfer.sent': {
    sent: transferAlert({ transfer: toExchange }),
    'sent to somebody paid before': transferAlert({ transfer: toExchange, counterparty: 'known' }),
    'sent to a contact': transferAlert({ transfer: toExchange, counterparty: 'contact' }),
    'sent, of a token nobody knows': transferAlert({ transfer: toExchange, token: gold }),
    'sent, coin that nobody says whereto': transferAlert({
      transfer: { ...toExchange, kind: 'native', internal: true, transactionHash: null, to: unknown },
      token: ether,
    }),
    'sent, a piece of a collection': transferAlert({
      transfer: { ...toExchange, kind: 'erc721', tokenId: '7804', value: 1n },
      token: punk,
    }),
    'sent to nobody: burnt': transferAlert({ transfer: { ...toExchange, to: nobody } }),
    'sent, of nothing': transferAlert({ transfer: { ...toExchange, value: 0n } }),
    'sent to an imitation': transferAlert({ transfer: toImitation, lookalike: lookalikeOf() }),
    'sent to an imitation, coin that nobody can freeze': transferAlert({
      ...{ transfer: { ...toImitation, kind: 'native' }, token: ether, lookalike: lookalikeOf() },
    }),
    'sent to one of a pair': transferAlert({ transfer: toImitation, verdict: pairVerdict }),
  },
  'transfer.self': { self: transferAlert({ transfer: { direction: 'self', from: toExchange.from } }) },
  'transfer.reverted': {
    reverted: revertedAlert(),
    'reverted, sent to an imitation': revertedAlert({ transfer: toImitation, lookalike: lookalikeOf() }),
    'reverted with others of its digest': revertedAlert(
      {},
      { count: 370, totals: digestAlert().digest.totals },
    ),
    'reverted, received as spam': revertedAlert({ watch: { spam: 'mark' }, verdict: lure, token: gold }),
  },
  'transfers.digest': {
    'digest of what came in': digestAlert({
      transfers: twelve.map((value) => describedTransfer({ value })),
      hidden: 3,
    }),
    'digest of what went out': digestAlert({
      transfers: twelve.map((value) => describedTransfer({ ...toExchange, value })),
    }),
    'digest of what went out in a token nobody knows': digestAlert({
      transfers: [1, 2].map((more) =>
        describedTransfer({ ...toExchange, blockNumber: 18_000_000 + more }, gold),
      ),
    }),
    'digest of what went out to people paid before': {
      ...digestAlert({ transfers: [describedTransfer(toExchange), describedTransfer(toExchange)] }),
      severity: 'info',
    },
    'digest of what it sent itself, and of spam': digestAlert({
      transfers: [describedTransfer({ direction: 'self' }), describedTransfer({ direction: 'self' })],
      hidden: 1_234,
    }),
  },
  'wallet.watching': { watching: watchingAlert() },
  'approval.granted': {
    'approval without a limit': approvalAlert(),
    'approval of an amount': approvalAlert({ value: '100000000', unlimited: false }),
    'approval by Permit2': approvalAlert({
      ...{ of: 'permit2', value: '100000000', unlimited: false, expires: '2026-02-01T00:00:00.000Z' },
    }),
    'approval of one piece': approvalAlert({
      ...{ of: 'erc721', value: null, unlimited: false, tokenId: '7804', sentByWallet: true },
      token: { ...gold, decimals: 0, logo: null },
    }),
    'approval of a collection': approvalAlert({
      ...{ of: 'all', value: null, sentByWallet: true },
      token: { ...gold, decimals: 0, logo: null },
    }),
    'approval that a stranger may have made up': approvalAlert(
      { token: { ...gold, decimals: null, logo: null }, value: '7', unlimited: false },
      { watch: { spam: 'mark' }, verdict: lure },
    ),
  },
  'approval.revoked': {
    'approval taken back': approvalAlert({ isGranted: false, value: '0', unlimited: false }),
    'approval of one piece taken back': approvalAlert({
      ...{ of: 'erc721', isGranted: false, value: null, unlimited: false, spender: null, tokenId: '7804' },
      token: { ...gold, decimals: 0, logo: null },
    }),
  },
  'entry.unreadable': {
    unreadable: unreadableAlert(),
    'unreadable, of many': unreadableAlert({ others: 7 }),
    'unreadable, of nowhere': unreadableAlert({
      entry: { transactionHash: null, blockNumber: null, reason: 'the entry is not an object' },
    }),
  },
  'balance.low': { 'balance below its floor': balanceAlert() },
  'balance.restored': { 'balance restored': balanceAlert({ fell: 'low', value: '200000000000000000' }) },
  'control.changed': {
    delegated: controlAlert(),
    'delegated elsewhere': controlAlert({ before: exchange, after: imitation }),
    'delegated no longer': controlAlert({ before: exchange, after: null }),
    'owner added': controlAlert({
      what: 'owner-added',
      after: exchange,
      transactionHash: describedTransfer().transactionHash,
    }),
    'owner removed': controlAlert({ what: 'owner-removed', before: exchange, after: null }),
    'threshold lowered': controlAlert({ what: 'threshold', before: '3', after: '1' }),
    'module enabled': controlAlert({ what: 'module-enabled', after: exchange }),
    'module disabled': controlAlert({ what: 'module-disabled', before: exchange, after: null }),
    'guard set': controlAlert({ what: 'guard', after: exchange }),
    'guard removed': controlAlert({ what: 'guard', before: exchange, after: null }),
    'fallback handler set': controlAlert({ what: 'fallback-handler', after: exchange }),
    'fallback handler removed': controlAlert({ what: 'fallback-handler', before: exchange, after: null }),
    'Safe created': controlAlert({ what: 'implementation' }),
    'implementation replaced': controlAlert({ what: 'implementation', before: exchange }),
    'implementation gone': controlAlert({ what: 'implementation', before: exchange, after: null }),
  },
  'wallet.poisoning': {
    poisoning: poisoningAlert(),
    'poisoning, of many': poisoningAlert({ others: 7 }),
    'poisoning, of a pair': poisoningAlert({ lookalike: { proven: false } }),
    'poisoning, of many pairs': poisoningAlert({ lookalike: { proven: false }, others: 7 }),
  },
};

/** All examples by name. */
export const alertExamples: readonly (readonly [string, WalletAlert])[] = Object.values(everyAlert).flatMap(
  (examples) => Object.entries(examples),
);
