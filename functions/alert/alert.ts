import { z } from 'zod';

/**
 * The alert: the JSON that every subscriber gets. alert.schema.json is made from these definitions
 * (`npm run schema`), so the two can't drift apart. Every field is always there; what nobody knows is null.
 */

const address = z.string().regex(/^0x[0-9a-f]{40}$/);
const baseUnits = z.string().regex(/^\d+$/).describe("Amount in the token's smallest unit");
const decimalAmount = z
  .string()
  .regex(/^\d+(\.\d*[1-9])?$/)
  .nullable()
  .describe('Exact amount in token units, shortest form; null where nobody knows the decimals');
const isoTime = z.iso.datetime();

export const alertTokenSchema = z.strictObject({
  address,
  name: z.string().nullable(),
  symbol: z.string().nullable(),
  decimals: z.int().min(0).max(255).nullable(),
  logo: z.string().nullable(),
  verified: z.boolean().nullable(),
});

const party = z.strictObject({ address: address.nullable(), label: z.string().nullable() });
const direction = z.enum(['in', 'out', 'self']);

export const alertTransferSchema = z.strictObject({
  direction,
  amount: decimalAmount,
  value: baseUnits,
  token: alertTokenSchema,
  from: party,
  to: party,
  transactionHash: z.string().regex(/^0x[0-9a-f]{64}$/),
  transactionIndex: z.int().nullable(),
  logIndex: z.int().nullable(),
  blockNumber: z.int().min(0),
  blockHash: z.string().nullable(),
  blockTimestamp: isoTime.nullable(),
  explorerUrl: z.string().nullable(),
});

export const alertCoinSchema = z.strictObject({
  coinType: z.string(),
  coinTypeHash: z.string(),
  name: z.string().nullable(),
  symbol: z.string().nullable(),
  decimals: z.int().nullable(),
  creatorAddress: z.string().nullable(),
  supplyAggregatorTableHandle: z.string().nullable(),
  supplyAggregatorTableKey: z.string().nullable(),
  transactionCreatedTimestamp: z.string().nullable(),
  transactionVersionCreated: z.string().nullable(),
});

const alertVerdictSchema = z.strictObject({
  spam: z.boolean(),
  score: z.number(),
  reasons: z.array(z.strictObject({ rule: z.string(), detail: z.string() })),
});

const everyAlert = {
  version: z.literal(1),
  id: z.string().min(1).describe('The same on every retry: drop repeats by it'),
  wallet: z.strictObject({
    address,
    chain: z.string(),
    chainId: z.string().regex(/^0x[0-9a-f]+$/),
    label: z.string().nullable(),
    tags: z.array(z.string()),
  }),
  coin: alertCoinSchema.nullable(),
  verdict: alertVerdictSchema.nullable(),
  detectedAt: isoTime,
};

export const transferAlertSchema = z.strictObject({
  ...everyAlert,
  type: z.enum(['transfer.received', 'transfer.sent', 'transfer.self']),
  transfer: alertTransferSchema,
});

export const watchingAlertSchema = z.strictObject({
  ...everyAlert,
  type: z.literal('wallet.watching'),
  since: isoTime.describe('Transfers mined from here on are told'),
  fromBlock: z.int().min(0).nullable().describe("The row's fromBlock, if it has one"),
});

export const alertSchema = z.discriminatedUnion('type', [transferAlertSchema, watchingAlertSchema]);

export type AlertToken = z.infer<typeof alertTokenSchema>;
export type AlertTransfer = z.infer<typeof alertTransferSchema>;
export type AlertCoin = z.infer<typeof alertCoinSchema>;
/** One transfer of a watched wallet. */
export type TransferAlert = z.infer<typeof transferAlertSchema>;
/** Told once, at a wallet's first successful poll. */
export type WatchingAlert = z.infer<typeof watchingAlertSchema>;
export type Alert = z.infer<typeof alertSchema>;
