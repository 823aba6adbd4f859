import { isSafeUrl } from '../../../functions/api/http/base-url.ts';
import { parseUrl } from '../../../functions/text/parse-url.ts';
import type { Settings } from './definitions.ts';
import { type GivenSettings, SettingWrong } from './read-settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** AWS-compatible engines use this account; no AWS account has it. */
const engineAccount = '000000000000';

/** Implies `localEngine` where the AWS endpoint is on this machine and the account an engine's. */
export function settingsAtHand(environment: Environment): GivenSettings {
  const account = environment.CDK_DEFAULT_ACCOUNT ?? engineAccount;
  return endpointIsLocal(environment) && account === engineAccount ? { localEngine: true } : {};
}

/**
 * CDK_DEFAULT_ACCOUNT is the account that CDK's command is logged in to.
 * @throws SettingWrong where a stack for a local engine would go to a real account
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
