import { typedName } from '../../chain/chains.ts';
import { type Incident, incidentKey, type OpenIncident } from '../../incidents/incident.ts';
import { reconcile } from '../../incidents/incident-log.ts';
import type { WatchedRow, Watchlist } from '../../wallet/read-watchlist.ts';
import { cut } from '../../wallet/row-values.ts';
import { askedOfNode, isSilent, nodeWatch, whySilent } from '../../wallet/watch.ts';
import {
  attributesOf,
  commandTarget,
  inConsole,
  mendAdvice,
  type WatchlistRow,
} from '../../wallet/watchlist-row.ts';
import type { DispatchDependencies } from '../dependencies.ts';

/** `nodeless`: rows that ask for a node on a chain without one. `perhapsNodeless`: rows of which this tick can't tell. */
interface WatchlistOfTick extends Watchlist {
  readonly nodeless?: readonly WatchedRow[];
  readonly perhapsNodeless?: readonly WatchedRow[];
}

/** Made one at a time: a hundred thousand sentences don't fit into memory. */
export function* rowIncidents({ watched, unreadable, duplicates }: Watchlist): Generator<Incident> {
  for (const { row, error } of unreadable)
    yield incidentOf(row, 'row.unreadable', error.message, {
      whatToDo: mendAdvice(row, error.attribute),
      detail: inWords(row, error.attribute),
    });
  for (const { row, polledRow } of duplicates) {
    const reason = `Another row watches this wallet too: ${keyBeside(row, polledRow)}. Only the other row's settings apply.`;
    const whatToDo = `Delete this row in ${inConsole}. To use its settings instead, delete the other one.`;
    yield incidentOf(row, 'row.duplicate', reason, { whatToDo });
  }
  for (const { row, watch, misspelt } of watched) {
    if (isSilent(watch)) {
      const isIgnored = watch.tokens?.isSubsetOf(watch.ignoreTokens) === true;
      const isOfNoKind = isSilent({ ...watch, ignoreTokens: new Set() });
      const cleared = [...(isOfNoKind ? ['watch='] : []), ...(isIgnored ? ['ignoreTokens='] : [])].join(' ');
      const whatToDo = `npx chainbell set ${commandTarget(row)} ${cleared} reports its tokens.`;
      const of = { whatToDo, detail: 'tokens, so NO transfer is reported' };
      const reason = `This row asks for no transfer: ${whySilent}.`;
      yield { ...incidentOf(row, 'row.attribute', reason, of), part: 'tokens' };
    }
    for (const { name, meant } of misspelt) {
      const reason = `Chainbell reads no attribute "${cut(name)}"; you probably meant "${meant}". The row is polled without it.`;
      const whatToDo = `npx chainbell set ${commandTarget(row)} ${meant}=… sets what was meant. If it is a note of your own, give it another name.`;
      yield { ...incidentOf(row, 'row.attribute', reason, { whatToDo, detail: cut(name) }), part: name };
    }
  }
}

/** Ends the reason if only a part of the row lacks a node: commands know such rows by it. */
export const restIsWatched = 'The rest of the row is watched.';

function nodelessIncident({ row, watch }: WatchedRow): Incident {
  const asked = askedOfNode(nodeWatch(watch) ?? watch);
  const { kinds, tokens, chain } = watch;
  const { name } = chain;
  const isOnlyCoin = tokens?.size === 1 && tokens.has(null);
  const isAll = kinds?.has('erc20') === false || isOnlyCoin;
  const rest = isAll ? 'It asks for nothing else, so NOTHING of the wallet is reported.' : restIsWatched;
  const reason = `The row asks for ${asked.join(', ')}, which only a node of ${name} shows, and there is none. ${rest}`;
  const whatToDo = `To set one: npx chainbell rpc set ${typedName(chain)}.`;
  const isFloor = asked.length === 1 && asked[0] === 'minBalance';
  const part = isFloor ? 'minBalance' : 'watch';
  const detail = isAll ? `${part}, so NOTHING is reported` : part;
  const incident = incidentOf(row, 'row.attribute', reason, { whatToDo, detail });
  return { ...incident, part, about: { ...incident.about, isShared: true } };
}

/** @param detail words about the row, for the message's subject */
function incidentOf(
  row: WatchlistRow,
  type: Incident['type'],
  reason: string,
  { whatToDo, detail }: { readonly whatToDo: string; readonly detail?: string },
): Incident {
  const { wallet, chain } = row;
  const label = attributesOf(row).get('label');
  const labelled = typeof label === 'string' ? { label: label.slice(0, 200).toWellFormed() } : {};
  return { type, wallet, chain, reason, whatToDo, about: { ...labelled, detail } };
}

function keyBeside(row: WatchlistRow, { wallet, chain }: WatchlistRow): string {
  return wallet === row.wallet ? `chain "${chain}"` : `"${wallet}", "${chain}"`;
}

/** What is wrong with a row, for a subject: `its "minAmount" is "ten"`. */
function inWords(row: WatchlistRow, attribute: string): string {
  const value = new Map<string, unknown>([...attributesOf(row), ['chain', row.chain]]).get(attribute);
  const isShort = typeof value === 'string' && value.trim() !== '' && value.length <= 16;
  const name = attribute === 'wallet' ? 'address' : `"${attribute}"`;
  return `its ${name} ${isShort ? `is "${value}"` : "can't be read"}`;
}

export async function recordRowIncidents(
  { nodeless = [], perhapsNodeless = [], ...watchlist }: WatchlistOfTick,
  open: readonly OpenIncident[],
  { incidents, log }: Pick<DispatchDependencies, 'incidents' | 'log'>,
): Promise<void> {
  const perhaps = new Set(perhapsNodeless.map((one) => incidentKey(nodelessIncident(one))));
  const ofRows = open.filter(({ type }) => type.startsWith('row.'));
  const ofNodes = ofRows.filter(({ about }) => about?.isShared);
  const others = ofRows.filter(({ about }) => !about?.isShared);
  const unseen = ({ key }: OpenIncident) => perhaps.has(key);
  // Two limits: a chain without a node may have many rows, and a row that is not watched at all needs room on record.
  const both = [
    await reconcile(others, rowIncidents(watchlist), incidents, { most }),
    await reconcile(ofNodes, nodeless.values().map(nodelessIncident), incidents, { most, unseen }),
  ];
  for (const { reason, wallet, chain } of both.flat()) log.warn(reason, { wallet, chain });
}

/** Maximum incidents on record of each sort. */
const most = 500;
