import { AddressUnreadable, parseAddress } from '../../../functions/chain/address.ts';
import { type FilterPolicy, filterPolicy, takesSns } from '../../aws/settings/destination.ts';
import type { OpenStack } from '../stack/open-stack.ts';
import { Unusable } from '../unusable.ts';
import { walletsLabelled } from '../watchlist/rows/suggest-rows.ts';

/** Ascending. */
export const severities = ['info', 'warning', 'critical'] as const;

interface TypedChoice {
  readonly filter?: string | undefined;
  /** This severity and worse ones. */
  readonly severity?: (typeof severities)[number] | undefined;
  readonly wallet?: readonly string[] | undefined;
}

/** Null: all alerts. @throws Unusable for a wallet that is neither an address nor a label, or more than SNS takes */
export async function chosenAlerts(
  { filter, severity = 'info', wallet }: TypedChoice,
  openStack: () => Promise<OpenStack>,
): Promise<FilterPolicy | null> {
  const typed = filter === undefined ? {} : readFilter(filter);
  const named = wallet && (await Promise.all(wallet.map((text) => addressesNamed(text, openStack))));
  const asked = {
    ...(severity === 'info' ? {} : { severity: severities.slice(severities.indexOf(severity)) }),
    ...(named === undefined ? {} : { wallet: [...new Set(named.flat())] }),
  };
  const twice = Object.keys(asked).find((name) => name in typed);
  if (twice !== undefined)
    throw new Unusable(`--filter and --${twice} both say which ${twice}: leave one out.`);
  const policy = { ...typed, ...asked };
  if (!takesSns(policy))
    throw new Unusable('--filter, --severity and --wallet take at most five attributes, 150 combinations.');
  return Object.keys(policy).length === 0 ? null : filterPolicy.parse(policy);
}

async function addressesNamed(text: string, openStack: () => Promise<OpenStack>): Promise<readonly string[]> {
  try {
    return [parseAddress(text)];
  } catch (error) {
    if (!(error instanceof AddressUnreadable)) throw error;
    const labelled = await walletsLabelled(await openStack(), text, null);
    if (labelled && labelled.length > 0) return labelled.map(({ wallet }) => wallet);
    throw new Unusable(`--wallet: no watched wallet is called "${text.slice(0, 60)}". ${error.message}`);
  }
}

function readFilter(text: string): FilterPolicy {
  try {
    return filterPolicy.parse(JSON.parse(text));
  } catch (error) {
    throw new Unusable(
      '--filter takes an SNS filter policy in JSON on type, severity (info, warning, critical), wallet, chain, token, direction (in, out, self), verdict (ok, spam), tags and amount, such as {"direction": ["out"]}.',
      { cause: error },
    );
  }
}
