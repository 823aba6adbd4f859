import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isSafeUrl } from '../../../functions/http/base-url.ts';
import { parseUrl } from '../../../functions/text/safe-text.ts';
import type { Settings } from './definitions.ts';
import { type GivenSettings, readSettings, SettingWrong } from './read-settings.ts';

/** Beside cdk.json; not tracked, because it names people. */
export const settingsFile = 'chainbell.json';

/**
 * Unchecked settings of a JSON file; none if the file is missing. `$schema` is for editors.
 * @throws SettingWrong if the file can't be read or is no JSON object
 */
export function readSettingsFile(path: string): GivenSettings {
  const wrong = (what: string, cause?: unknown) => new SettingWrong(`${basename(path)}: ${what}`, { cause });
  try {
    const value = parseJson(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw wrong('It is not a JSON object: write the settings as {"emails": ["you@example.org"]}.');
    const { $schema: _, ...given } = { $schema: null, ...value };
    return given;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof SettingWrong) throw error;
    if ('code' in error && error.code === 'ENOENT') return {};
    const mind =
      'names and texts in double quotes, no comments, no comma before a closing bracket, each name once';
    const what = error instanceof SyntaxError ? `It is not JSON (${mind})` : "The settings can't be read";
    throw wrong(`${what}: ${error.message.replaceAll(/\s+/g, ' ')}.`, error);
  }
}

/** @throws SyntaxError, also for a name that stands there twice: JSON.parse keeps only its last value */
function parseJson(text: string): unknown {
  const strings = text.matchAll(/("(?:[^"\\]|\\.)*")\s*(:?)/g);
  const names = Array.from(strings).flatMap(([, name = '', colon]) => (colon ? [JSON.parse(name)] : []));
  const value: unknown = JSON.parse(text, function (name, one) {
    if (!Array.isArray(this) && names.includes(name)) names.splice(names.indexOf(name), 1);
    return one;
  });
  if (names.length > 0) throw new SyntaxError(`"${names[0]}" stands there twice`);
  return value;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Account of AWS-compatible engines; AWS has no such account. */
const engineAccount = '000000000000';

/**
 * The settings of a deploy from `folder`, which has cdk.json.
 * @throws SettingWrong for the first setting that can't be used
 */
export function deploySettings(context: GivenSettings, folder: string, environment: Environment): Settings {
  const file = readSettingsFile(join(folder, settingsFile));
  const atHand = { ...settingsAtHand(environment), ...runbookAtHand(originOf(folder)) };
  const settings = readSettings(context, { ...atHand, ...file }, settingsFile);
  refuseRealAccount(settings, environment);
  return settings;
}

/** Implies `localEngine` if the AWS endpoint is on this machine and the account an engine's. */
export function settingsAtHand(environment: Environment): GivenSettings {
  const account = environment.CDK_DEFAULT_ACCOUNT ?? engineAccount;
  return endpointIsLocal(environment) && account === engineAccount ? { localEngine: true } : {};
}

/**
 * CDK_DEFAULT_ACCOUNT is the account that CDK's command is logged in to.
 * @throws SettingWrong if a stack for a local engine would go to a real account
 */
export function refuseRealAccount({ localEngine }: Settings, environment: Environment): void {
  const account = environment.CDK_DEFAULT_ACCOUNT ?? engineAccount;
  if (!localEngine || account === engineAccount || endpointIsLocal(environment)) return;
  throw new SettingWrong(
    `The setting localEngine can't be true for the account ${account}: it is for engines on this machine, so leave it out or set AWS_ENDPOINT_URL to the engine's address.`,
  );
}

function endpointIsLocal({ AWS_ENDPOINT_URL }: Environment): boolean {
  const url = parseUrl(AWS_ENDPOINT_URL ?? '');
  return url !== null && isSafeUrl(new URL(`http://${url.host}`));
}

/** URL path to the main branch's files, by git host. */
const filesAt: Readonly<Record<string, string>> = { 'github.com': 'blob/HEAD', 'gitlab.com': '-/blob/HEAD' };

/** Implies `runbookUrl`: docs/runbook.md of git's remote, without the remote's user and password. */
export function runbookAtHand(remote: string | null): GivenSettings {
  const url = parseUrl((remote ?? '').replace(/^[\w.-]+@([\w.-]+):(?!\/\/)/, 'ssh://$1/'));
  const files = filesAt[url?.hostname ?? ''];
  const path = url?.pathname.replace(/\/$/, '').replace(/\.git$/, '') ?? '';
  const repository = /^\/([\w.-]+(?:\/[\w.-]+)+)$/.exec(path)?.[1];
  if (url === null || files === undefined || repository === undefined) return {};
  return { runbookUrl: `https://${url.hostname}/${repository}/${files}/docs/runbook.md` };
}

/** The checkout's remote `origin`; null without one, or without git. */
export function originOf(folder: string): string | null {
  try {
    const text = execFileSync('git', ['config', '--get', 'remote.origin.url'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.trim();
  } catch {
    return null;
  }
}
