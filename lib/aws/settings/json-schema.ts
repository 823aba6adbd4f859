import * as z from 'zod';
import { settings } from './definitions.ts';
import type { Setting } from './setting.ts';
import { asList } from './setting-text.ts';

/** The settings as JSON Schema, for editors to complete and explain chainbell.json: what chainbell.schema.json holds. */
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
  // "input": what is written in the file, before it is parsed. Editors know draft 7 best.
  const {
    $schema,
    default: byDefault,
    ...shape
  } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  return {
    description: `${meaning} Takes ${takes}.`,
    default: byDefault,
    // A list may also be one text with commas, as on the command line.
    ...(fromText === asList ? { anyOf: [shape, { type: 'string' }] } : shape),
  };
}
