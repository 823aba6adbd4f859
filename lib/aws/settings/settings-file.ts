import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type GivenSettings, SettingWrong } from './read-settings.ts';

/** Beside cdk.json; not tracked, because it names people. */
export const settingsFile = 'chainbell.json';

/**
 * Unchecked settings of a JSON file; none if the file is missing. `$schema` is for editors.
 * @throws SettingWrong if the file can't be read or is no JSON object
 */
export function readSettingsFile(path: string): GivenSettings {
  const text = readIfThere(path);
  if (text === null) return {};
  const { $schema, ...given } = parseObject(text, basename(path));
  return given;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new SettingWrong(`${basename(path)}: The settings can't be read: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

function parseObject(text: string, name: string): GivenSettings {
  const value = parse(text, name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new SettingWrong(
    `${name}: It holds no JSON object: write the settings as {"emails": ["you@example.org"]}.`,
  );
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SettingWrong(`${name}: It is not JSON: ${reasonOf(error)}.`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
}
