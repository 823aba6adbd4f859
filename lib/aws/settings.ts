import { z } from 'zod';
import { isSafeUrl, liveBaseUrl, parseApiVersion, parseBaseUrl } from '../../functions/api/http/base-url.ts';
import { CoinsSettingWrong, parseCoinsSetting } from '../../functions/coin/coin-types.ts';
import { parseInterval } from '../../functions/wallet/read-row.ts';
import { asBoolean, asList, asNumber, trimmed } from './setting-text.ts';

/**
 * Everything a person can choose about a deployment, read from CDK context: text with `-c name=value`, JSON in
 * cdk.json. Each setting is a schema and, for the sentence that stops a synth, what the setting takes.
 */

/** A setting can't be used; the message is one sentence that names it and says what it takes. */
export class SettingWrong extends Error {
  override readonly name = 'SettingWrong';
}

interface Setting<T> {
  readonly takes: string;
  readonly schema: z.ZodType<T>;
}

const setting = <T>(takes: string, schema: z.ZodType<T>): Setting<T> => ({ takes, schema });

/** A schema out of a parser that throws: the setting's own sentence says what it takes. */
const parsedBy = <T>(parse: (text: string) => T) =>
  z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch {
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    }
  });

// A password in a URL would stand in the template for everyone to read.
const webhook = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '' && isSafeUrl(url);
});

const emails = setting(
  'email addresses, parted by commas',
  z.preprocess(asList, z.array(z.email())).default([]).transform(unique),
);

// SSM's own rules: letters, digits, `_.-`, up to 15 levels; names beginning with aws or ssm are AWS's.
const parameterName = z
  .string()
  .max(900)
  .regex(/^([\w.-]+|(\/[\w.-]+){1,15})$/)
  .refine((name) => !/^\/?(aws|ssm)/i.test(name));

const settings = {
  baseUrl: setting(
    'an https address without a query (http for loopback only)',
    z.preprocess(trimmed, parsedBy(parseBaseUrl)).default(liveBaseUrl),
  ),
  apiVersion: setting(
    'a version as it stands in the path after /api/, such as v2 or v2.2',
    z.preprocess(trimmed, parsedBy(parseApiVersion)).default('v2'),
  ),
  coinBaseUrl: setting(
    'an https address without a query (http for loopback only), or nothing to switch the coin lookup off',
    z.preprocess(trimmed, z.union([z.literal(''), parsedBy(parseBaseUrl)])).default(''),
  ),
  coinArrayStyle: setting(
    'brackets, repeat or comma',
    z.preprocess(trimmed, z.enum(['brackets', 'repeat', 'comma'])).default('brackets'),
  ),
  coins: setting(
    'a JSON object of chain:token -> coin type, such as {"eth:0x<40 hex digits>": "0x1::asset::USDC"}',
    z
      .unknown()
      .default({})
      .transform((pairs) => Object.fromEntries(parseCoinsSetting(pairs))),
  ),
  emails,
  phones: setting(
    'phone numbers with country code, such as +4915112345678, parted by commas',
    z
      .preprocess(asList, z.array(z.string().regex(/^\+[1-9]\d{6,14}$/)))
      .default([])
      .transform(unique),
  ),
  webhooks: setting(
    'https addresses (http for loopback only) without user name or password, parted by commas',
    z.preprocess(asList, z.array(webhook)).default([]).transform(unique),
  ),
  opsEmails: emails,
  destinations: setting(
    'nothing yet: chat and signed webhooks are not there yet, so leave it out and use emails, phones or webhooks',
    z.preprocess(asList, z.array(z.never())).default([]),
  ),
  callsPerSecond: setting(
    'the calls a second of the API plan, a number of 0.5 or more',
    // Two workers share it at the least, and each makes a call in every four seconds: less than that they can't keep to.
    z.preprocess(asNumber, z.number().min(0.5)).default(10),
  ),
  callsPerDay: setting(
    'the calls a UTC day of the API plan, a whole number above 0, or none',
    z
      .preprocess(
        asNumber,
        z.union([z.int().positive(), z.enum(['none', '']).transform(() => null), z.null()]),
      )
      .default(null),
  ),
  apiKeyParameter: setting(
    'the name of an SSM parameter, such as /chainbell/api-key: letters, digits and _.-/ only, not beginning with aws or ssm',
    z.preprocess(trimmed, parameterName).default('/chainbell/api-key'),
  ),
  /** Seconds. */
  every: setting(
    'an interval such as 15s, 30s, 1m, 5m or 1h: 5s or more, and whole minutes above 1m',
    z.preprocess(trimmed, parsedBy(parseInterval)).default(60),
  ),
  historyDays: setting(
    'a whole number of days from 1 to 3650',
    z.preprocess(asNumber, z.int().min(1).max(3650)).default(90),
  ),
  removalPolicy: setting(
    'retain or destroy',
    z.preprocess(trimmed, z.enum(['retain', 'destroy'])).default('retain'),
  ),
  cliCredentials: setting('true or false', z.preprocess(asBoolean, z.boolean()).default(false)),
};

/** The settings of one deployment, checked; see the table of settings in the guide. */
export type Settings = {
  readonly [Name in keyof typeof settings]: z.infer<(typeof settings)[Name]['schema']>;
};

/** Every setting's name. */
export const settingNames: readonly string[] = Object.keys(settings);

/**
 * Reads every setting from the app's context.
 * @throws SettingWrong for the first setting whose value can't be used, and for a name that is no setting.
 */
export function readSettings(context: Readonly<Record<string, unknown>>): Settings {
  refuseUnknownNames(context);
  const values = Object.entries(settings).map(([name, setting]) => [
    name,
    readSetting(name, setting, context[name]),
  ]);
  return Object.fromEntries(values);
}

function readSetting(name: string, { takes, schema }: Setting<unknown>, value: unknown): unknown {
  const reading = safely(() => schema.safeParse(value));
  if (reading.success) return reading.data;
  throw new SettingWrong(`The setting ${name} can't be ${shown(value)}: it takes ${takes}.`);
}

/** Of many pairs the coins' parser names the one at fault, in a sentence of its own. */
function safely<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof CoinsSettingWrong ? new SettingWrong(error.message, { cause: error }) : error;
  }
}

/** CDK's own names without a colon, slash or @; its command writes them into the context. */
const namesOfCdk = ['acknowledged-issue-numbers', 'cdk-migrate', 'cli-telemetry'];

/** What is neither a setting nor CDK's own is a setting mistyped. */
function refuseUnknownNames(context: Readonly<Record<string, unknown>>): void {
  const known = [...settingNames, ...namesOfCdk];
  const unknown = Object.keys(context).find((name) => !/[:/@]/.test(name) && !known.includes(name));
  if (unknown === undefined) return;
  throw new SettingWrong(`There is no setting ${unknown}: the settings are ${settingNames.join(', ')}.`);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 200);
}

function unique(items: string[]): string[] {
  return [...new Set(items)];
}
