import { CoinsSettingWrong } from '../../../functions/coin/coin-types.ts';
import { type Settings, settingNames, settings } from './definitions.ts';
import type { Setting } from './setting.ts';

/** A setting can't be used; the message is one sentence that names it, where it stands, and what it takes. */
export class SettingWrong extends Error {
  override readonly name = 'SettingWrong';
}

/** Settings by name as somebody wrote them, not yet checked. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/**
 * Reads every setting: from the CDK context where it has one of that name (`-c name=value`), else from the settings file,
 * else its default. A wrong value in the file is refused also where the context has another one.
 * @param fileName as sentences about the file call it
 * @throws SettingWrong for the first setting whose value can't be used, and for a name that is no setting.
 */
export function readSettings(context: GivenSettings, file: GivenSettings = {}, fileName = ''): Settings {
  refuseUnknownNames(Object.keys(context).filter(isNoneOfCdk));
  inFile(fileName, () => refuseUnknownNames(Object.keys(file)));
  const values = Object.entries(settings).map(([name, setting]) => {
    const ofFile = inFile(fileName, () => readSetting(name, setting, file[name]));
    return [name, context[name] === undefined ? ofFile : readSetting(name, setting, context[name])];
  });
  return Object.fromEntries(values);
}

function readSetting(name: string, { takes, fromText, schema }: Setting<unknown>, value: unknown): unknown {
  const reading = safely(() => schema.safeParse(fromText(value)));
  if (reading.success) return reading.data;
  throw new SettingWrong(`The setting ${name} can't be ${shown(value)}: it takes ${takes}.`);
}

/** The coins' parser itself names the wrong pair. */
function safely<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof CoinsSettingWrong ? new SettingWrong(error.message, { cause: error }) : error;
  }
}

/** Adds the file's name to what is wrong in it. */
function inFile<T>(fileName: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof SettingWrong
      ? new SettingWrong(`${fileName}: ${error.message}`, { cause: error })
      : error;
  }
}

/** CDK's own names without a colon, slash or @; its command writes them into the context. */
const namesOfCdk = ['acknowledged-issue-numbers', 'cdk-migrate', 'cli-telemetry'];

function isNoneOfCdk(name: string): boolean {
  return !/[:/@]/.test(name) && !namesOfCdk.includes(name);
}

/** An unknown name is a mistyped setting. */
function refuseUnknownNames(names: readonly string[]): void {
  const unknown = names.find((name) => !settingNames.includes(name));
  if (unknown === undefined) return;
  throw new SettingWrong(`There is no setting ${unknown}: the settings are ${settingNames.join(', ')}.`);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 200);
}
