import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';

const file = new URL('../../functions/alert/alert.schema.json', import.meta.url);
const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
formats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')));

/**
 * Fails if the alert breaks the package's JSON Schema, and lists every fault with its path.
 * @param alert the parsed JSON, or the JSON text as a subscriber gets it.
 */
export function expectValidAlert(alert: unknown): void {
  // A call of `expect` for each alert of a storm would take longer than the check.
  if (validate(typeof alert === 'string' ? JSON.parse(alert) : alert)) return;
  const faults = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  expect(faults).toEqual([]);
}
