import * as z from 'zod';
import type { MessageAttributes } from '../../functions/alert/attributes.ts';

/**
 * Which messages a filter policy lets pass, by https://docs.aws.amazon.com/sns/latest/dg/sns-subscription-filter-policies.html, as
 * far as our examples go: all attributes must match, one condition of each is enough, and an attribute that is not there matches
 * `exists: false` alone. The embedded SNS does the same, but for attributes that are lists.
 */
const condition = z.union([
  z.string().transform((text) => (value: Value) => value === text),
  z.strictObject({ prefix: z.string() }).transform(({ prefix }) => (value: Value) => {
    return typeof value === 'string' && value.startsWith(prefix);
  }),
  z.strictObject({ exists: z.literal(false) }).transform(() => (value: Value) => value === undefined),
  z.strictObject({ numeric: z.tuple([z.literal('>='), z.number()]) }).transform(({ numeric: [, least] }) => {
    return (value: Value) => typeof value === 'number' && value >= least;
  }),
]);
const byAttribute = z.record(z.string(), z.array(condition).min(1));
const policySchema = z.union([
  z.strictObject({ $or: z.array(byAttribute).min(2) }).transform(({ $or }) => $or),
  byAttribute.transform((one) => [one]),
]);

type Value = string | number | undefined;

/** @throws ZodError for a policy with more than these */
export function passes(policy: unknown, attributes: MessageAttributes): boolean {
  return policySchema
    .parse(policy)
    .some((one) =>
      Object.entries(one).every(([name, conditions]) =>
        valuesOf(attributes[name]).some((value) => conditions.some((matches) => matches(value))),
      ),
    );
}

function valuesOf(attribute: MessageAttributes[string] | undefined): Value[] {
  const text = attribute?.StringValue;
  if (text === undefined) return [undefined];
  switch (attribute?.DataType) {
    case 'Number':
      return [Number(text)];
    case 'String.Array':
      return JSON.parse(text);
    default:
      return [text];
  }
}
