import { BaseUrlUnreadable, liveBaseUrl, parseBaseUrl } from '../../functions/upstream/base-url.ts';
import { Unusable } from '../cli/unusable.ts';

/** The API that the local run polls. */
export type WhichApi =
  | { readonly kind: 'simulated'; readonly coinBaseUrl: string | null }
  | {
      readonly kind: 'real';
      readonly baseUrl: string;
      /** Empty: no coin lookup. */
      readonly coinBaseUrl: string;
      readonly key: string | null;
      /** On this machine, where no plan counts the calls. */
      readonly loopback: boolean;
    };

/**
 * The real API where there is a key or a base address, else the simulated one.
 * @throws Unusable for an address that the functions would not call.
 */
export function whichApi(environment: Readonly<Record<string, string | undefined>>): WhichApi {
  const key = environment.CHAINBELL_API_KEY?.trim() || null;
  const base = environment.CHAINBELL_BASE_URL?.trim() || null;
  const coinBase = environment.CHAINBELL_COIN_BASE_URL?.trim() || null;
  const coinBaseUrl = coinBase === null ? null : readAddress('CHAINBELL_COIN_BASE_URL', coinBase);
  if (key === null && base === null) return { kind: 'simulated', coinBaseUrl };
  const baseUrl = readAddress('CHAINBELL_BASE_URL', base ?? liveBaseUrl);
  // Plain http is allowed on loopback only.
  const loopback = baseUrl.startsWith('http:');
  return { kind: 'real', baseUrl, coinBaseUrl: coinBaseUrl ?? '', key, loopback };
}

function readAddress(variable: string, text: string): string {
  try {
    return parseBaseUrl(text);
  } catch (error) {
    if (error instanceof BaseUrlUnreadable) throw new Unusable(`${variable}: ${error.message}`);
    throw error;
  }
}
