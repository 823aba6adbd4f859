import { z } from 'zod';
import { parseAddress } from '../chain/address.ts';

/**
 * The alert: the JSON that every subscriber gets. alert.schema.json is made from these definitions
 * (`npm run schema`), so the two can't drift apart. Every field is always there; what nobody knows is null.
 */

const hex = /^0x[0-9a-f]+$/;
/** Lower case only, so that readers can compare addresses as text. */
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/)
  .transform((text) => parseAddress(text));
const label = z.string().max(64).nullable().describe('Cleaned, at most 64 characters');
const symbol = z.string().max(32).nullable().describe('Cleaned, at most 32 characters');
const decimals = z.int().min(0).max(255).nullable();
const isoTime = z.iso.datetime();

const baseUnits = z.string().regex(/^\d+$/).describe("Amount in the token's smallest unit");
const decimalAmount = z
  .string()
  .regex(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
  .nullable()
  .describe('Exact amount in token units, shortest form; null where nobody knows the decimals');

export const alertTokenSchema = z
  .strictObject({
    address: address.describe('The token contract'),
    name: label,
    symbol,
    decimals,
    logo: z.url({ protocol: /^https?$/ }).nullable(),
    verified: z.boolean().nullable().describe("The API's word; null where it says nothing"),
  })
  .meta({ id: 'token', title: 'Token' });

const party = z.strictObject({ address: address.nullable(), label }).meta({
  id: 'party',
  title: 'Party',
  description: 'One side of a transfer; the address is null where the API leaves it out',
});

export const alertTransferSchema = z
  .strictObject({
    direction: z.enum(['in', 'out', 'self']).describe('As the watched wallet sees it'),
    amount: decimalAmount,
    value: baseUnits,
    token: alertTokenSchema,
    from: party,
    to: party,
    transactionHash: z.string().regex(/^0x[0-9a-f]{64}$/),
    transactionIndex: z.int().nullable(),
    logIndex: z.int().nullable(),
    blockNumber: z.int().min(0),
    blockHash: z.string().regex(hex).nullable(),
    blockTimestamp: isoTime.nullable(),
    explorerUrl: z
      .url()
      .nullable()
      .describe("The transaction's page; null on a chain without a known explorer"),
  })
  .meta({ id: 'transfer', title: 'Transfer' });

export const alertCoinSchema = z
  .strictObject({
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
  })
  .meta({ id: 'coin', title: 'Coin', description: 'The record of the coin that stands for the token' });

const alertVerdictSchema = z
  .strictObject({
    spam: z.boolean(),
    score: z.number().describe('Sum of the weights of the rules that spoke'),
    reasons: z
      .array(z.strictObject({ rule: z.string(), detail: z.string().max(300) }))
      .describe('The strongest first'),
  })
  .meta({ id: 'verdict', title: 'Spam verdict' });

const walletSchema = z
  .strictObject({
    address,
    chain: z.string().describe('Name in the API, or the hex id where it has none'),
    chainId: z.string().regex(hex),
    label: label.describe("The row's label"),
    tags: z.array(z.string().max(64)).describe("The row's tags"),
  })
  .meta({ id: 'wallet', title: 'Watched wallet' });

const everyAlert = {
  version: z.literal(1),
  id: z.string().min(1).describe('The same on every retry: drop repeats by it'),
  wallet: walletSchema,
  coin: alertCoinSchema.nullable(),
  verdict: alertVerdictSchema.nullable(),
  detectedAt: isoTime.describe('When Chainbell first saw it'),
};

export const transferAlertSchema = z
  .strictObject({
    ...everyAlert,
    type: z.enum(['transfer.received', 'transfer.sent', 'transfer.self']),
    transfer: alertTransferSchema,
  })
  .meta({ id: 'transferAlert', title: 'One transfer of a watched wallet' });

export const watchingAlertSchema = z
  .strictObject({
    ...everyAlert,
    type: z.literal('wallet.watching'),
    since: isoTime.describe('Transfers mined from here on are told'),
    fromBlock: z.int().min(0).nullable().describe("The row's fromBlock, if it has one"),
  })
  .meta({ id: 'watchingAlert', title: "A wallet's first successful poll" });

export const alertSchema = z.discriminatedUnion('type', [transferAlertSchema, watchingAlertSchema]);

export type AlertToken = z.infer<typeof alertTokenSchema>;
export type AlertTransfer = z.infer<typeof alertTransferSchema>;
export type AlertCoin = z.infer<typeof alertCoinSchema>;
/** One transfer of a watched wallet. */
export type TransferAlert = z.infer<typeof transferAlertSchema>;
/** Told once, at a wallet's first successful poll. */
export type WatchingAlert = z.infer<typeof watchingAlertSchema>;
export type Alert = z.infer<typeof alertSchema>;
