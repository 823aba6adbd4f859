import * as z from 'zod';
import { CoinsSettingWrong } from '../../../functions/coin/coin-types.ts';
import { type Settings, settingNames, settings } from './definitions.ts';
import type { Setting } from './setting.ts';

/** One sentence that names the setting, its file or option, and what it takes. */
export class SettingWrong extends Error {
  override readonly name = 'SettingWrong';
}

export type GivenSettings = Readonly<Record<string, unknown>>;

/**
 * Each setting from the CDK context (`-c name=value`), else the file, else its default. Both values are checked.
 * @throws SettingWrong for the first value that can't be used, and for an unknown name
 */
export function readSettings(context: GivenSettings, file: GivenSettings = {}, fileName = ''): Settings {
  refuseUnknownNames(Object.keys(context).filter((one) => !/[:/@]/.test(one) && !namesOfCdk.includes(one)));
  inFile(fileName, () => refuseUnknownNames(Object.keys(file)));
  const values = Object.entries(settings).map(([name, setting]) => {
    const ofFile = inFile(fileName, () => readSetting(name, setting, file[name]));
    return [name, context[name] === undefined ? ofFile : readSetting(name, setting, context[name])];
  });
  return Object.fromEntries(values);
}

function readSetting(name: string, { takes, fromText, schema }: Setting<unknown>, value: unknown): unknown {
  const given = fromText(value);
  const reading = safely(() => schema.safeParse(given));
  if (reading.success) return reading.data;
  const path = reading.error.issues[0]?.path ?? [];
  const part = path.reduce<unknown>((whole, key) => Object(whole)[key], given);
  const shown = (JSON.stringify(part) ?? 'missing').slice(0, 200);
  const at = z.core.toDotPath([name, ...path]);
  throw new SettingWrong(
    `The setting ${at} can't be ${shown}: ${path.length === 0 ? 'it' : name} takes ${takes}.`,
  );
}

/** The coins' parser quotes the bad pair. */
function safely<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof CoinsSettingWrong ? new SettingWrong(error.message, { cause: error }) : error;
  }
}

function inFile<T>(fileName: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof SettingWrong
      ? new SettingWrong(`${fileName}: ${error.message}`, { cause: error })
      : error;
  }
}

/** Names that CDK itself writes into the context. Its other names have a colon, a slash or an @. */
const namesOfCdk = ['acknowledged-issue-numbers', 'cdk-migrate', 'cli-telemetry'];

function refuseUnknownNames(names: readonly string[]): void {
  const unknown = names.find((name) => !settingNames.includes(name));
  if (unknown === undefined) return;
  throw new SettingWrong(`There is no setting ${unknown}: the settings are ${settingNames.join(', ')}.`);
}
