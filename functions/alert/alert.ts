import * as z from 'zod';
import { parseAddress } from '../chain/address.ts';
import { controls } from '../node/node-event.ts';

/**
 * The JSON that every subscriber gets. alert.schema.json is made from these definitions (`npm run schema`).
 * Every field is always present; an unknown value is null.
 */

function object<Shape extends z.ZodRawShape>(id: string, title: string, shape: Shape) {
  return z.strictObject(shape).meta({ id, title });
}

const hex = /^0x[0-9a-f]+$/;
/** Lower case: readers compare addresses as text. */
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/)
  .transform((text) => parseAddress(text));
const label = z.string().max(64).nullable().describe('Cleaned, at most 64 characters');
const symbol = z.string().max(32).nullable().describe('Cleaned, at most 32 characters');
const decimals = z.int().min(0).max(255).nullable();
const isoTime = z.iso.datetime();
const count = z.int().min(0);
const some = z.int().min(1);
const reason = z.string().max(300);
const transactionHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .nullable();
const explorerUrl = z.url().nullable().describe('Null on a chain without a known explorer');
const direction = z.enum(['in', 'out', 'self']).describe('As the watched wallet sees it');

const shortestDecimal = z.string().regex(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
const plainDecimal = z.string().regex(/^\d+(\.\d+)?$/);
const digits = z.string().regex(/^\d+$/);
const baseUnits = digits.describe("Amount in the token's smallest unit");
const decimalAmount = shortestDecimal
  .nullable()
  .describe('Exact amount in token units, shortest form; null if nobody knows the decimals');

const token = object('token', 'Token', {
  address: address.nullable().describe("The token contract; null for the chain's own coin"),
  name: label,
  symbol,
  decimals,
  logo: z.url({ protocol: /^https?$/ }).nullable(),
  verified: z.boolean().nullable().describe("The API's word; null if it says nothing"),
});

const contact = label.describe("The name in the Contacts table, or a watched wallet's label, cleaned");

const party = object('party', 'One side of a transfer', {
  address: address.nullable().describe('Null where the API leaves it out'),
  label,
  contact,
});

const usd = object('usd', 'Worth in US dollars', {
  amount: shortestDecimal.describe('To the cent'),
  price: plainDecimal.describe('Dollars a unit of the token'),
  at: isoTime.describe('When the price was quoted'),
  confidence: z.number().min(0).max(1).describe('How sure the price service is'),
});

const transfer = object('transfer', 'Transfer', {
  kind: z.enum(['erc20', 'native', 'erc721', 'erc1155']).describe('erc20 for all transfers from the API'),
  direction,
  amount: decimalAmount,
  value: baseUnits,
  usd: usd.nullable().describe('Null if no price is known'),
  token,
  tokenId: digits.nullable().describe('Null for erc20 and native'),
  internal: z.boolean().describe('Native coin that no transaction to or from the wallet shows'),
  from: party,
  to: party,
  transactionHash: transactionHash.describe('Null if the transaction that moved it is unknown'),
  transactionIndex: z.int().nullable(),
  logIndex: z.int().nullable(),
  blockNumber: count,
  blockHash: z.string().regex(hex).nullable(),
  blockTimestamp: isoTime.nullable(),
  explorerUrl,
});

const coin = object('coin', 'The record of the coin that stands for the token', {
  coinType: z.string().describe('<address>::<module>::<name>'),
  coinTypeHash: z.string().describe('Lower-case hex SHA-256 of the coin type, no 0x'),
  name: label,
  symbol,
  decimals,
  creatorAddress: z.string().nullable(),
  supplyAggregatorTableHandle: z.string().nullable(),
  supplyAggregatorTableKey: z.string().nullable(),
  transactionCreatedTimestamp: z.string().nullable(),
  transactionVersionCreated: z.string().nullable(),
});

const verdict = object('verdict', 'Spam verdict', {
  spam: z.boolean(),
  score: z.number().describe('Sum of the weights of the rules that spoke'),
  reasons: z.array(z.strictObject({ rule: z.string(), detail: reason })).describe('The strongest first'),
});

const wallet = object('wallet', 'Watched wallet', {
  address,
  chain: z.string().describe('Name in the API, or the hex id if it has none'),
  chainId: z.string().regex(hex),
  label: label.describe("The row's label"),
  tags: z.array(z.string().max(64)).describe("The row's tags"),
});

const severity = z
  .enum(['critical', 'warning', 'info'])
  .describe('How bad it is; of a digest the highest of its transfers');

const everyAlert = {
  version: z.literal(1),
  id: z.string().min(1).describe('The same on every retry: drop repeats by it'),
  severity,
  detectedAt: isoTime.describe('When Chainbell first saw it'),
};

function alert<Shape extends z.ZodRawShape>(id: string, title: string, shape: Shape) {
  return object(`${id}Alert`, title, { ...everyAlert, wallet, ...shape });
}

const unjudged = { coin: z.null(), verdict: z.null() };

const digitsAlike = z.int().min(0).max(40);

const lookalike = object('lookalike', 'An address that is made to be taken for another', {
  address: address.describe('The imitation'),
  imitates: address.describe('The address that the wallet did pay, in a known token'),
  contact: contact.describe('What the Contacts table or a watched wallet calls the imitated address'),
  lastPaidAt: isoTime.nullable().describe('The newest payment to it'),
  samePrefix: digitsAlike.describe('Hex digits alike after the 0x'),
  sameSuffix: digitsAlike.describe('Hex digits alike at the end'),
});

const counterparty = z
  .enum(['own', 'contact', 'known', 'new'])
  .describe('A watched wallet of this stack, in the Contacts table, paid before in a known token, or none');

const marked = z
  .boolean()
  .describe("False only for spam under the row's policy show: texts do not call it spam");

const aboutOneTransfer = {
  transfer,
  counterparty,
  lookalike: lookalike.nullable().describe('Null unless the other side imitates an address that was paid'),
  marked,
  coin: coin.nullable(),
  verdict: verdict.nullable(),
};

export const transferAlertSchema = alert('transfer', 'One transfer of a watched wallet', {
  type: z.enum(['transfer.received', 'transfer.sent', 'transfer.self']),
  ...aboutOneTransfer,
});

const watchingAlert = alert('watching', "A wallet's first successful poll", {
  type: z.literal('wallet.watching'),
  ...unjudged,
  since: isoTime.describe('Transfers mined from here on are told'),
  fromBlock: count.nullable().describe("The row's fromBlock, if it has one"),
});

const digestTotal = object('digestTotal', 'What one token moved in one direction', {
  token,
  direction,
  count: some,
  value: baseUnits.describe("Exact sum in the token's smallest unit; it may pass 2^256"),
  amount: decimalAmount,
});

const revertedAlert = alert('reverted', 'A transfer that the chain dropped again', {
  type: z.literal('transfer.reverted'),
  reverts: z.string().min(1).describe('The id of the alert that this one takes back'),
  others: object('dropped', 'Dropped transfers of digests, which have no alerts of their own', {
    count: some,
    totals: z.array(digestTotal).max(100).describe('Their sums, to be taken off: known tokens first'),
  }).nullable(),
  ...aboutOneTransfer,
});

const digest = object('digest', 'Many transfers in one', {
  count: some.describe('All transfers of this digest; each is in one of the totals'),
  fromBlock: count,
  toBlock: count,
  totals: z.array(digestTotal).describe('Known tokens first, then those of the most transfers'),
  largest: z
    .array(transfer)
    .max(5)
    .describe('Surely worth most first, then trusted tokens, then verified ones'),
  hidden: count.describe('Transfers beside these that were hidden as spam'),
  trusted: z
    .array(address.nullable())
    .optional()
    .describe('Contracts among these that the row trusts; left out if it trusts none of them'),
});

const digestAlert = alert('digest', 'Many transfers of a watched wallet', {
  type: z.literal('transfers.digest'),
  ...unjudged,
  digest,
});

const poisoningAlert = alert(
  'poisoning',
  'A warning of an address put into the history of a watched wallet',
  {
    type: z.literal('wallet.poisoning'),
    ...aboutOneTransfer,
    others: count.describe('How many more lookalikes this poll showed'),
  },
);

const entry = object('entry', 'An entry of a reply that could not be read', {
  transactionHash,
  blockNumber: count.nullable(),
  reason: reason.describe('Why the entry could not be read'),
  explorerUrl,
  others: count.describe('How many more entries of the same poll could not be read'),
});

const unreadableAlert = alert('unreadable', 'Something of a watched wallet that could not be read', {
  type: z.literal('entry.unreadable'),
  ...unjudged,
  entry,
});

const balance = object('balance', 'A balance beside its floor', {
  token,
  value: baseUnits,
  amount: decimalAmount,
  minimum: plainDecimal.describe("The row's floor, in token units"),
});

const balanceAlert = alert('balance', "A balance that fell below the row's floor, or is there again", {
  type: z.enum(['balance.low', 'balance.restored']),
  ...unjudged,
  balance,
  restores: z.string().nullable().describe('The id of the balance.low that a balance.restored ends'),
});

const controlValue = z
  .string()
  .nullable()
  .describe('Lower-case address, a threshold as a decimal number; null for none');

const control = object('control', "A change of who can move a wallet's money", {
  what: z.enum(controls).describe('delegation: of an account, by EIP-7702; all else is of a Safe'),
  before: controlValue,
  after: controlValue,
  transactionHash: transactionHash.describe('Null if only the state shows the change'),
  blockNumber: count.describe("The transaction's block, or the block after which the state was read"),
  explorerUrl,
});

const controlAlert = alert('control', "Someone else can move a wallet's money, or no longer can", {
  type: z.literal('control.changed'),
  ...unjudged,
  control,
});

const approval = object('approval', 'Who may spend something of a wallet, as the chain has it', {
  kind: z
    .enum(['erc20', 'erc721', 'all', 'permit2'])
    .describe(
      'erc721: one piece; all: every piece of a collection; permit2: an allowance that Permit2 keeps',
    ),
  token,
  spender: z
    .strictObject({ address: address.nullable(), label, contact })
    .describe('Who may spend; the address is null if the approval of one piece was revoked'),
  amount: decimalAmount,
  value: baseUnits.nullable().describe('What may be spent now; null for erc721 and all'),
  unlimited: z.boolean().describe('No limit, or one above the total supply; always true for a granted `all`'),
  tokenId: digits.nullable().describe('Null unless kind is erc721'),
  expires: isoTime.nullable().describe('Null if it does not end'),
  transactionHash,
  blockNumber: count,
  blockTimestamp: isoTime.nullable(),
  explorerUrl,
});

const approvalAlert = alert('approval', 'Somebody may spend of a watched wallet, or no longer', {
  type: z.enum(['approval.granted', 'approval.revoked']),
  coin: z.null(),
  verdict: verdict.nullable(),
  approval,
  marked,
});

const problem = z.strictObject({
  type: z.string().describe('Of the operations message'),
  wallet: z.string().nullable(),
  chain: z.string().nullable(),
  since: isoTime,
  reason,
});

const summary = object('summary', 'What happened in a day or a week', {
  period: z.enum(['day', 'week']),
  from: isoTime,
  to: isoTime.describe('The first moment after the period'),
  wallets: count.describe('Wallets that are watched, paused ones left out'),
  alerts: z.record(z.string(), some).describe('How many of each type were published'),
  hidden: count.describe('Transfers that were hidden as spam'),
  latency: z
    .strictObject({ usual: count.describe('The median'), slowest: count })
    .nullable()
    .describe('Seconds from block to alert, to two digits; null if no alert was about a block'),
  month: z
    .strictObject({ p50: count, p95: count, p99: count })
    .nullable()
    .describe('Seconds within which 50, 95 and 99 percent of the alerts of the 30 days before `to` came'),
  calls: z
    .strictObject({ made: count, plan: some.describe('What the plan has for the period') })
    .nullable()
    .describe('API calls; null without the setting callsPerDay'),
  problems: z
    .array(problem)
    .max(5)
    .describe('Open problems that the operations topic reported, oldest first'),
  others: count.describe('How many more problems are open'),
});

const summaryAlert = object('summaryAlert', 'A sign of life, also when nothing happened', {
  ...everyAlert,
  wallet: z.null().describe('A summary covers all wallets'),
  type: z.literal('summary'),
  ...unjudged,
  summary,
});

export const alertSchema = z.discriminatedUnion('type', [
  transferAlertSchema,
  watchingAlert,
  revertedAlert,
  digestAlert,
  poisoningAlert,
  unreadableAlert,
  balanceAlert,
  controlAlert,
  approvalAlert,
  summaryAlert,
]);

export type Severity = z.infer<typeof severity>;
export type Counterparty = z.infer<typeof counterparty>;
export type AlertToken = z.infer<typeof token>;
export type AlertTransfer = z.infer<typeof transfer>;
export type AlertLookalike = z.infer<typeof lookalike>;
export type AlertCoin = z.infer<typeof coin>;
export type DigestTotal = z.infer<typeof digestTotal>;
export type TransferAlert = z.infer<typeof transferAlertSchema>;
export type WatchingAlert = z.infer<typeof watchingAlert>;
export type RevertedAlert = z.infer<typeof revertedAlert>;
export type DigestAlert = z.infer<typeof digestAlert>;
/** Replaces the alert of its transfer. */
export type PoisoningAlert = z.infer<typeof poisoningAlert>;
export type UnreadableAlert = z.infer<typeof unreadableAlert>;
export type BalanceAlert = z.infer<typeof balanceAlert>;
export type ControlAlert = z.infer<typeof controlAlert>;
export type ApprovalAlert = z.infer<typeof approvalAlert>;
export type SummaryAlert = z.infer<typeof summaryAlert>;
export type Alert = z.infer<typeof alertSchema>;
export type WalletAlert = Exclude<Alert, SummaryAlert>;
