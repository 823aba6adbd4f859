import type { Address } from '../../chain/address.ts';
import type { BlockSpan } from '../../chain/units.ts';
import { type AskNode, hexOf } from '../calls.ts';
import { type EventLog, readEventLog } from '../event-log.ts';
import type { ControlChange } from '../node-event.ts';

/** keccak-256 of the event signatures. Each event has one value, which older Safes don't index. */
const topics = {
  delegation: null,
  implementation: '0x75e41bc35ff1bf14d81d1d2f649c0084a0f974f9289c803ec9898eeec4c8d0b8', // ChangedMasterCopy(address)
  threshold: '0x610f7ff2b304ae8903c3de74c60c6ab1f7d6226b3f52c5161905bb5ad4039c93', // ChangedThreshold(uint256)
  'owner-added': '0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26', // AddedOwner(address)
  'owner-removed': '0xf8d49fc529812e9a7c5c50e69c20f0dccc0db8fa95c98bc58cc9a4f1c1299eaf', // RemovedOwner(address)
  'module-enabled': '0xecdf3a3effea5783a3c4c2140e677577666428d44ed9d474a0b3a4c9943f8440', // EnabledModule(address)
  'module-disabled': '0xaab4fa2b463f581b2b32cb3b7e3b704b9ce37cc209b5fb4d77e593ace4054276', // DisabledModule(address)
  guard: '0x1151116914515bc0891ff9047a6cb32cf902546f83066499bcf8ba33d2353fa2', // ChangedGuard(address)
  'fallback-handler': '0x5ac6c46c93c8d0e53714ba3b53db3e7c046da994313d7ed0d192028bc7c228b0', // ChangedFallbackHandler(address)
} as const satisfies Readonly<Record<ControlChange['what'], string | null>>;

export async function readSafeLogs(
  safes: readonly Address[],
  { from, to }: BlockSpan,
  node: AskNode,
): Promise<readonly EventLog[]> {
  const asked = Object.values(topics).filter((topic) => topic !== null);
  const filter = { address: safes, fromBlock: hexOf(from), toBlock: hexOf(to), topics: [asked] };
  const [answer] = await node.ask([{ method: 'eth_getLogs', params: [filter] }]).catch(() => []);
  const { result } = answer ?? {};
  return Array.isArray(result) ? result.flatMap((log) => readEventLog(log) ?? []) : [];
}

/** The last log of a Safe that names a change. */
export function logOf(
  safe: Address,
  { what, before, after }: ControlChange,
  logs: readonly EventLog[],
): EventLog | undefined {
  const gone = what === 'owner-removed' || what === 'module-disabled';
  const value = BigInt((gone ? before : after) ?? 0);
  return logs.findLast(
    (log) => log.address === safe && log.topics[0] === topics[what] && valueIn(log) === value,
  );
}

function valueIn({ topics: [, indexed], words }: EventLog): bigint | null {
  if (indexed !== undefined) return BigInt(indexed);
  return words?.length === 1 ? BigInt(`0x${words[0]}`) : null;
}
