import type { Address } from '../../chain/address.ts';
import type { BlockBody } from '../../node/blocks.ts';
import { NodeUnusable } from '../../node/calls.ts';
import { findAuthorization, readCodes } from '../../node/control/account-codes.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import type { NodeEvent } from '../../node/node-event.ts';
import { asKind, metadataOf, ownCoin } from '../../node/token-metadata.ts';
import { type Balances, type Holding, readBalances, readTokenBalances } from '../../node/wallet-programs.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { ChainDependencies } from '../opened-chain.ts';
import { type ContractLook, lookAtContracts, turnOf } from './look-at-contracts.ts';
import { compareState, type ReadBalance, type WalletState } from './wallet-state.ts';

interface StateLook extends Omit<ContractLook, 'contracts'> {
  readonly watches: readonly Watch[];
  readonly states: ReadonlyMap<Address, WalletState>;
  /** The previous look's tick died, perhaps before it had stored marks of wallets with news. */
  readonly isUnfinished: boolean;
  readonly stamp: string;
  /** Balances of the chain's coin after that block, if just read. */
  readonly balances: Balances | null;
  /** The blocks since the previous look, as far as the scan has read them. */
  readonly bodies: readonly BlockBody[];
}

interface LookDependencies extends Pick<ChainDependencies, 'log' | 'tokens'> {
  readonly journal: Pick<ChainDependencies['journal'], 'putEvents'>;
  readonly table: Pick<ChainDependencies['table'], 'put'>;
}

/** Reads state that logs don't show reliably. Differences from the previous look become events for the wallets' polls. */
export async function lookAtWallets(
  look: StateLook,
  node: NodeCalls,
  { tokens: knownTokens, journal, table, log }: LookDependencies,
) {
  const { chain, watches, block, states, isFirst, stamp } = look;
  /** Unreadable state counts as unchanged; the next scan reads it. */
  async function orNull<Result>(read: () => Promise<Result>): Promise<Result | null> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof NodeUnusable)) throw error;
      log.warn(`the state of wallets is not read: ${error.message}`, { chain: chain.name });
      return null;
    }
  }
  const controlled = watches.filter(isControlled).map(({ wallet }) => wallet);
  const codes = await orNull(() => readCodes(controlled, block, node));
  // After a cold start, wallets of earlier looks may seem new. A delegation that began after the last look is reported all the same.
  const sudden = controlled.filter((wallet) => isFirst(wallet) && codes?.get(wallet)?.delegate);
  const earlier = await orNull(() => readCodes(sudden, look.lastBlock, node));
  // Floors of a paused row can be read later, changes of control can't.
  const unpaused = { ...look, watches: watches.filter(({ paused }) => !paused) };
  const coins = await orNull(() => readCoins(unpaused, node));
  const tokens = await orNull(() => readTokens(unpaused, node, knownTokens));
  const known = controlled.map((wallet) => [wallet, states.get(wallet)?.contract ?? null] as const);
  const contracts = new Map(known.filter(([wallet, was]) => was?.safe || codes?.get(wallet)?.hasCode));
  const changed = await orNull(() => lookAtContracts({ ...look, contracts }, node));
  const byWallet = Map.groupBy([...(coins ?? []), ...(tokens ?? [])], ({ wallet }) => wallet);
  const wallets: Address[] = [];
  const newStates: WalletState[] = [];
  let searches = 0;
  for (const watch of watches) {
    const { wallet } = watch;
    const read = watch.paused ? [] : (byWallet.get(wallet) ?? []);
    const balances = new Map(read.map((one) => [one.token.address, one]));
    const [delegate, contract] = [codes?.get(wallet)?.delegate, changed?.get(wallet)];
    const before = states.get(wallet);
    const isMoved = delegate !== undefined && delegate !== (before?.delegate ?? null);
    searches += isMoved ? 1 : 0;
    const search = () => findAuthorization(wallet, delegate ?? null, look.bodies, node);
    const authorization = (isMoved && searches <= maxSearches && (await orNull(search))) || undefined;
    const wasPlain = earlier?.get(wallet)?.delegate === null;
    const isUnasked = (isFirst(wallet) && !wasPlain) || !isControlled(watch);
    const found = { block, isFirst: isUnasked, delegate, authorization, contract, balances };
    const { events: news, state } = compareState(watch, before, found, stamp);
    const owed = look.isUnfinished ? (before?.owed ?? []) : [];
    const events = [...owed.map((line): NodeEvent => JSON.parse(line)), ...news];
    const isOver = before !== undefined && before.owed.length > owed.length;
    const after = state ?? (isOver ? { ...before, stamp, owed: [] } : null);
    if (events.length === 0) {
      if (after !== null) newStates.push(after);
      continue;
    }
    // Store the events with the state: after a crash the next look leaves them for polls, even if the change was undone.
    if (state !== null) await table.put(chain, 'states', [{ ...state, owed: [...owed, ...state.owed] }]);
    await journal.putEvents(watch, events);
    wallets.push(wallet);
  }
  await table.put(chain, 'states', newStates);
  const isWhole = [codes, coins, tokens, changed].every((read) => read !== null);
  return { wallets, readsControl: codes !== null, isWhole };
}

/** Maximum authorizations that one look searches, six calls each at most. */
const maxSearches = 5;

export function isControlled({ kinds }: Pick<Watch, 'kinds'>): boolean {
  return kinds === null || kinds.has('control');
}

type HeldBalance = ReadBalance & Pick<Watch, 'wallet'>;

async function readCoins(
  { chain, watches, block, balances }: StateLook,
  node: NodeCalls,
): Promise<readonly HeldBalance[] | null> {
  const wallets = watches.filter(({ minBalance }) => minBalance.has(null)).map(({ wallet }) => wallet);
  const isKnown = balances !== null && wallets.every((wallet) => balances.has(wallet));
  const [read = null] = isKnown ? [balances] : await readBalances(wallets, [block], node);
  const token = ownCoin(chain);
  return read && Array.from(read, ([wallet, value]) => ({ wallet, token, value }));
}

/** Maximum token balances of one look, a call each. If rows have more token floors, these take turns. */
const maxHoldings = 60;

async function readTokens(
  { chain, watches, block, minute }: StateLook,
  node: NodeCalls,
  known: LookDependencies['tokens'],
): Promise<readonly HeldBalance[]> {
  const all = watches.flatMap(({ wallet, minBalance }) =>
    Array.from(minBalance.keys()).flatMap((token): Holding[] => (token === null ? [] : [{ wallet, token }])),
  );
  const asked = turnOf(all, maxHoldings, minute);
  const values = await readTokenBalances(asked, block, node);
  const texts = await metadataOf([...new Set(asked.map(({ token }) => token))], chain, node, known);
  return asked.flatMap(({ wallet, token }, at) => {
    // An address that never was a token is a typing error in the row. The alert of a zero balance shows it to the owner.
    const value = values[at] === undefined && !texts.has(token) ? 0n : values[at];
    if (value == null) return [];
    return [{ wallet, token: { address: token, ...asKind('erc20', texts.get(token)) }, value }];
  });
}
