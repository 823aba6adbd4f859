import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { given, holds, type Item, updated } from './expression.ts';

/** A write of one item. */
export interface Write {
  readonly table: string;
  /** The item's key, or all of an item that is put. */
  readonly key: Item;
  readonly isGuarded: boolean;
  /** The item after the write; undefined if there is none. @throws ConditionalCheckFailedException */
  readonly after: (before: Item | undefined) => Item | undefined;
}

// Made once: its stack trace takes longer than the write.
const conditionFailed = new ConditionalCheckFailedException({
  message: 'The condition failed',
  $metadata: {},
});

/** The write of a command; null if the command does not write a single item. */
export function writeOf(command: unknown): Write | null {
  if (
    !(command instanceof PutCommand || command instanceof UpdateCommand || command instanceof DeleteCommand)
  )
    return null;
  const { input } = command;
  // The tables in memory answer with the new item.
  if ('UpdateExpression' in input && input.ReturnValues !== 'ALL_NEW')
    throw new Error(`the tables in memory do not return ${input.ReturnValues}`);
  const key: Item = ('Item' in input ? input.Item : 'Key' in input ? input.Key : undefined) ?? {};
  return {
    table: input.TableName ?? '',
    key,
    isGuarded: input.ConditionExpression !== undefined,
    after(before) {
      if (!holds(input.ConditionExpression, before, given(input))) throw conditionFailed;
      if ('Item' in input) return key;
      if (!('UpdateExpression' in input)) return undefined;
      return updated(input.UpdateExpression ?? '', { ...key, ...before }, given(input));
    },
  };
}
