import * as z from 'zod';
import { findChain } from '../../../functions/chain/chains.ts';
import { type DestinationKind, destinationKinds } from '../../../functions/deliver-alerts/environment.ts';
import { parsedBy, phone } from './setting.ts';

const operators = /^(anything-but|cidr|equals-ignore-case|exists|numeric|prefix|suffix)$/;
const operator = z.record(z.string(), z.unknown()).refine((one) => operators.test(Object.keys(one).join()));
const condition = z.union([z.string(), z.number(), z.boolean(), z.null(), operator]);
const conditions = z.array(condition).min(1);
/** A filter on any other word would let nothing pass. */
const among = (...words: readonly unknown[]) =>
  conditions.refine((list) => list.every((one) => typeof one !== 'string' || words.includes(one)));
const chain = z.union([parsedBy((text) => findChain(text).name), operator]);
const lowerCase = (_: string, value: unknown) =>
  typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value) ? value.toLowerCase() : value;
const addresses = conditions
  .transform((list): typeof list => JSON.parse(JSON.stringify(list), lowerCase))
  .refine((list) => list.every((one) => typeof one !== 'string' || /^(0x[0-9a-f]{40}|native)$/.test(one)));

/** Refuses other attributes and amounts in quotes, which match no alert. Takes any `type`: "none" is for operations messages only. */
const byAttribute = z.strictObject({
  type: conditions.optional(),
  severity: among('info', 'warning', 'critical').optional(),
  wallet: addresses.optional(),
  chain: z.array(chain).min(1).optional(),
  token: addresses.optional(),
  direction: among('in', 'out', 'self').optional(),
  verdict: among('ok', 'spam').optional(),
  tags: conditions.optional(),
  amount: conditions.refine((list) => !/\d"|"numeric":(?!\["[<>=]+",)/.test(JSON.stringify(list))).optional(),
});

/** SNS refuses an empty branch. */
const branch = byAttribute.refine((conditions) => Object.keys(conditions).length > 0);

/** `$or`: docs.aws.amazon.com/sns/latest/dg/and-or-logic.html. Editors see an object of lists, not the whole grammar. */
export const filterPolicy = z
  .unknown()
  .meta({ type: 'object', additionalProperties: { type: 'array' } })
  .pipe(byAttribute.extend({ $or: z.array(branch).min(2).optional() }))
  .transform((given) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, list]): [string, readonly unknown[]][] =>
        list === undefined ? [] : [[name, list]],
      ),
    ),
  );

export type FilterPolicy = z.infer<typeof filterPolicy>;

/** SNS refuses more at the deploy: docs.aws.amazon.com/sns/latest/dg/subscription-filter-policy-constraints.html */
export function takesSns({ $or: branches = [{}], ...others }: FilterPolicy): boolean {
  const parts = [others, ...branches].map((part) => Object.entries<FilterPolicy[string]>(Object(part)));
  const names = new Set(parts.flat().map(([name]) => name));
  const [common = 1, ...each] = parts.map((part) => part.reduce((n, [, list]) => n * list.length, 1));
  const combinations = common * each.reduce((sum, ofBranch) => sum + ofBranch, 0);
  return names.size <= 5 && combinations <= 150;
}

const settingFilter = filterPolicy.refine(takesSns);

/** A pager gets alerts that must wake somebody, and those that resolve them. */
const defaultFilters: Readonly<Partial<Record<DestinationKind, FilterPolicy>>> = {
  pagerduty: { $or: [{ severity: ['critical'] }, { type: ['transfer.reverted', 'balance.restored'] }] },
};

/**
 * Lets the summary pass the filter, except a pager's. SNS nests no `$or`, so each branch repeats the other
 * conditions; a filter that names one attribute on both levels, or that SNS would then refuse, stays as it is.
 */
export function withSummary({ kind, filter }: DestinationSetting): FilterPolicy | undefined {
  if (filter === undefined || kind === 'pagerduty' || Object.keys(filter).length === 0) return filter;
  const { $or: branches = [{}], ...others } = filter;
  const all = branches.map((branch) => ({ ...others, ...Object(branch) }));
  const clash = branches.some((branch) => Object.keys(others).some((name) => name in Object(branch)));
  const withType = { $or: [{ type: ['summary'] }, ...all] };
  return clash || !takesSns(withType) ? filter : withType;
}

export const destinationName = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);

const destination = z
  .strictObject({
    name: destinationName,
    kind: z.enum(destinationKinds),
    filter: settingFilter.optional(),
    operations: z.boolean().default(false),
  })
  .transform((chosen) => ({ ...chosen, filter: chosen.filter ?? defaultFilters[chosen.kind] }));
export type DestinationSetting = z.infer<typeof destination>;

/** More do not fit a role's policy and the function's environment. */
const maxDestinations = 20;

export const destinations = z
  .array(destination)
  .max(maxDestinations)
  .refine((all) => {
    const names = new Set(all.map(({ name }) => name));
    // The dead-letter queue of x is called x-dead-letters.
    return names.size === all.length && all.every(({ name }) => !names.has(`${name}-dead-letters`));
  })
  .default([]);

const phoneSetting = z.union([
  phone.transform((number) => ({ phone: number, filter: undefined })),
  z.strictObject({ phone, filter: settingFilter.optional() }),
]);

/** A topic has one subscription a number, so one filter. */
export const phones = z
  .array(phoneSetting)
  .prefault([])
  .transform((all) => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()])
  .refine((all) => new Set(all.map((one) => one.phone)).size === all.length);
