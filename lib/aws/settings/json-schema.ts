import * as z from 'zod';
import { settings } from './definitions.ts';
import { asList, type Setting } from './setting.ts';

/** The content of chainbell.schema.json, by which editors complete and explain chainbell.json. */
export function settingsJsonSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Chainbell settings',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, propertyOf(setting)])),
    },
  };
}

function propertyOf({ meaning, takes, fromText, schema }: Setting<unknown>): object {
  // "input": the file's form, before it is parsed.
  const {
    $schema,
    default: byDefault,
    ...shape
  } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  return {
    description: `${meaning} Takes ${takes}.`,
    default: byDefault,
    // A list may also be one text with commas.
    ...(fromText === asList ? { anyOf: [shape, { type: 'string' }] } : shape),
  };
}
