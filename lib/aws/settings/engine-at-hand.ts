import { isSafeUrl } from '../../../functions/api/http/base-url.ts';
import { parseUrl } from '../../../functions/text/parse-url.ts';
import type { Settings } from './definitions.ts';
import { type GivenSettings, SettingWrong } from './read-settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The account number of AWS-compatible engines; no AWS account has it. */
const engineAccount = '000000000000';

/**
 * The implied setting `localEngine`: on where the AWS endpoint is on this machine and the account is an engine's. A
 * setting of one's own wins.
 */
export function settingsAtHand(environment: Environment): GivenSettings {
  const account = environment.CDK_DEFAULT_ACCOUNT ?? engineAccount;
  return endpointIsLocal(environment) && account === engineAccount ? { localEngine: true } : {};
}

/**
 * CDK's command tells the app the account that it is logged in to; nothing else shows it at synth.
 * @throws SettingWrong where a stack for a local engine is about to go to a real account
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
  // Plain http is safe on loopback only.
  return url !== null && isSafeUrl(new URL(`http://${url.host}`));
}
