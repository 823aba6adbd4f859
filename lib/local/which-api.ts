import { type Chain, findChain, knownChains } from '../../functions/chain/chains.ts';
import { liveBaseUrl, parseBaseUrl } from '../../functions/http/base-url.ts';
import { parseNodeUrl } from '../../functions/node/node-parameters.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { chainIdOf } from '../cli/health/nodes.ts';
import { messageOf, readOption, Unusable } from '../cli/unusable.ts';
import { storyRows } from '../simulated-api/story/cast.ts';
import type { Options } from './options.ts';

export type WhichApi = Awaited<ReturnType<typeof whichApi>>;

/**
 * A named node; else the real API if there is a key or a base address; else the simulated one.
 * @throws Unusable for an address that the functions would not call, or a node of another chain
 */
export async function whichApi(
  environment: Readonly<Record<string, string | undefined>>,
  { rpc, chain }: Pick<Options, 'rpc' | 'chain'> = { rpc: null, chain: null },
  askChain: (url: string) => Promise<Chain> = chainOfNode,
) {
  if (rpc !== null) {
    const itsChain = await askChain(rpc);
    if (chain !== null && chain !== itsChain.name)
      throw new Unusable(`--rpc: the node is of ${itsChain.name}, not of ${chain}. Leave --chain out.`);
    const loopback = rpc.trim().startsWith('http:');
    return { kind: 'node', rpcUrl: rpc, chain: itsChain, loopback } as const;
  }
  const addressIn = (name: string) => {
    const text = environment[name]?.trim();
    return text ? readOption(name, () => parseBaseUrl(text)) : null;
  };
  const key = environment.CHAINBELL_API_KEY?.trim() || null;
  const base = addressIn('CHAINBELL_BASE_URL');
  const coinBaseUrl = addressIn('CHAINBELL_COIN_BASE_URL');
  if (key === null && base === null) return { kind: 'simulated', coinBaseUrl } as const;
  const baseUrl = base ?? liveBaseUrl;
  // Plain http is allowed on loopback only. Without a key no plan limits calls there.
  const loopback = baseUrl.startsWith('http:');
  const rpcUrl = environment.CHAINBELL_RPC_URL?.trim();
  if (rpcUrl) readOption('CHAINBELL_RPC_URL', () => parseNodeUrl(rpcUrl));
  // The node's URL as typed: a login is part of it.
  const node = rpcUrl ? { rpcUrl } : {};
  // An empty coinBaseUrl: no coin lookup.
  return { kind: 'real', baseUrl, coinBaseUrl: coinBaseUrl ?? '', key, loopback, ...node } as const;
}

/** Seconds between ticks. */
export function everySeconds(options: Options, api: WhichApi): number {
  if (options.everySeconds !== null) return options.everySeconds;
  if (api.kind === 'simulated' || api.loopback) return 5;
  return api.kind === 'node' ? 15 : 60;
}

/** If no plan counts calls: a rate that this machine can't reach. */
export function pace(api: WhichApi): { readonly callsPerSecond?: number } {
  const counted = api.kind === 'real' && !(api.loopback && api.key === null);
  return counted ? {} : { callsPerSecond: 10_000 };
}

/** Chain of the command line's wallets, and the page form's first choice. */
export function chainOf(options: Pick<Options, 'chain'>, api: WhichApi): Chain {
  return api.kind === 'node' ? api.chain : findChain(options.chain ?? 'eth');
}

/** Chain names for the page's form, the preselected one first. */
export function chainsOffered(options: Pick<Options, 'chain'>, api: WhichApi): string[] {
  return [...new Set([chainOf(options, api), ...knownChains].map(({ name }) => name))];
}

export function rowsToAdd(options: Options, api: WhichApi): WatchlistRow[] {
  const chain = chainOf(options, api).name;
  const typed = options.wallets.map((wallet) => ({ wallet, chain }));
  return api.kind === 'simulated' ? [...storyRows, ...typed] : typed;
}

export function describeApi(api: WhichApi): string {
  if (api.kind === 'simulated') return 'Simulated: all transfers are made up';
  // The node's URL may hold a key: do not show it.
  if (api.kind === 'node') return `A node of ${api.chain.name}; no API, no key`;
  const key = api.key === null ? ', without a key' : '';
  const coins = api.coinBaseUrl === '' ? '' : `; coins from ${api.coinBaseUrl}`;
  const node = api.rpcUrl === undefined ? '' : '; a node says which wallets are active';
  return `${api.baseUrl}${key}${coins}${node}`;
}

/** What the page says after a wallet was added; null: nothing. */
export function addedNote(api: WhichApi): string | null {
  if (api.kind === 'real') return null;
  if (api.kind === 'node')
    return `The node serves ${api.chain.name} alone: this run watches no wallet of another chain.`;
  return 'But no alert will come: this is the simulated API, which knows only the wallets of its story. Start it with CHAINBELL_API_KEY to watch others.';
}

/** A user who names a wallet wants its real transfers; null: nothing is missing. */
export function missingKeyNote(options: Options, api: WhichApi): string | null {
  if (api.kind !== 'simulated' || options.wallets.length === 0) return null;
  return `No alert will come for ${options.wallets.join(', ')}: without CHAINBELL_API_KEY this is the simulated API, which knows only the wallets of its story.\n`;
}

/** @throws Unusable if the node does not name its chain */
async function chainOfNode(url: string): Promise<Chain> {
  try {
    return findChain(String(await chainIdOf(parseNodeUrl(url), systemClock)));
  } catch (error) {
    const reason = messageOf(error);
    throw new Unusable(`--rpc: the node does not say which chain it is of. ${reason}`, { cause: error });
  }
}
