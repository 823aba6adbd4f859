import * as z from 'zod';
import { type DestinationKind, destinationKinds } from '../../../functions/deliver-alerts/environment.ts';

const condition = z.union([z.string(), z.number(), z.boolean(), z.null(), z.record(z.string(), z.unknown())]);
const conditions = z.array(condition).min(1);
/** Addresses stand in lower case in the attributes. */
const addresses = conditions.transform((list) => list.map(lowerCase));

function lowerCase(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^0x[0-9a-f]*$/i, (text) => text.toLowerCase());
  if (Array.isArray(value)) return value.map(lowerCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, lowerCase(inner)]));
}

/** By the attributes that alerts have (functions/alert/attributes.ts): a filter on any other would let nothing pass. */
const byAttribute = z.strictObject({
  type: conditions.optional(),
  severity: conditions.optional(),
  wallet: addresses.optional(),
  chain: conditions.optional(),
  token: addresses.optional(),
  direction: conditions.optional(),
  verdict: conditions.optional(),
  tags: conditions.optional(),
  amount: conditions.optional(),
});

/**
 * `$or` by https://docs.aws.amazon.com/sns/latest/dg/and-or-logic.html. To editors it is an object of lists: the whole
 * grammar of filter policies would be most of their schema.
 */
export const filterPolicy = z
  .unknown()
  .meta({ type: 'object', additionalProperties: { type: 'array' } })
  .pipe(byAttribute.extend({ $or: z.array(byAttribute).min(2).optional() }))
  .transform((given) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, list]): [string, readonly unknown[]][] =>
        list === undefined ? [] : [[name, list]],
      ),
    ),
  );

/** By attribute, what its value has to match. */
export type FilterPolicy = z.infer<typeof filterPolicy>;

/** A pager is for what must wake somebody, and for what ends it. */
const defaultFilters: Readonly<Partial<Record<DestinationKind, FilterPolicy>>> = {
  pagerduty: { $or: [{ severity: ['critical'] }, { type: ['transfer.reverted', 'balance.restored'] }] },
};

/**
 * The filter, but the summary passes as well: it has next to no attribute, and only where it always comes is its absence noticed.
 * SNS takes no `$or` within another, so each of its branches gets what stands beside it; a filter in which both ask
 * for the same attribute stays as it is. Nobody is woken by a summary: a pager gets it where its filter lets it pass.
 */
export function withSummary({ kind, filter }: DestinationSetting): FilterPolicy | undefined {
  if (filter === undefined || kind === 'pagerduty') return filter;
  const { $or: branches = [{}], ...others } = filter;
  const all = branches.map((branch) => ({ ...others, ...Object(branch) }));
  const clash = branches.some((branch) => Object.keys(others).some((name) => name in Object(branch)));
  return clash ? filter : { $or: [{ type: ['summary'] }, ...all] };
}

/** One of the setting `destinations`. */
export const destination = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
    kind: z.enum(destinationKinds),
    /** An SNS filter policy on message attributes. */
    filter: filterPolicy.optional(),
    operations: z.boolean().default(false),
  })
  .transform((chosen) => ({ ...chosen, filter: chosen.filter ?? defaultFilters[chosen.kind] }));
export type DestinationSetting = z.infer<typeof destination>;

/** A role's policy holds no more queues, and the function's environment no more names. */
const maxDestinations = 20;

export const destinations = z
  .array(destination)
  .max(maxDestinations)
  .refine((all) => {
    const names = new Set(all.map(({ name }) => name));
    // The queue of the one would be the dead-letter queue of the other.
    return names.size === all.length && all.every(({ name }) => !names.has(`${name}-dead-letters`));
  })
  .default([]);
