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
  const wrong = (what: string, cause?: unknown) => new SettingWrong(`${basename(path)}: ${what}`, { cause });
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw wrong('It holds no JSON object: write the settings as {"emails": ["you@example.org"]}.');
    const { $schema: _, ...given } = { $schema: null, ...value };
    return given;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof SettingWrong) throw error;
    if ('code' in error && error.code === 'ENOENT') return {};
    const what = error instanceof SyntaxError ? 'It is not JSON' : "The settings can't be read";
    throw wrong(`${what}: ${error.message.replaceAll(/\s+/g, ' ')}.`, error);
  }
}
