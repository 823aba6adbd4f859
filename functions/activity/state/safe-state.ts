import * as z from 'zod';
import { type Address, parseAddress } from '../../chain/address.ts';
import { type Members, maxMembers, type SafeRead } from '../../node/control/safes.ts';
import type { ControlChange } from '../../node/node-event.ts';

export const storedAddress = z.string().transform((text) => parseAddress(text));

const safe = z.object({
  implementation: storedAddress.nullable(),
  owners: z.array(storedAddress).readonly(),
  /** Decimal. */
  threshold: z.string(),
  /** Null: they were never read. */
  modules: z.array(storedAddress).readonly().nullable(),
  guard: storedAddress.nullable(),
  handler: storedAddress.nullable(),
});
/** The parts of a Safe that decide about its money: as last reported, or as found at the first look. */
export type Safe = z.infer<typeof safe>;

export const contractState = z.object({
  /** Hash of the contract's answers at the last read (readPrints in safes.ts); null: it must be read again. */
  print: z.string().nullable(),
  /** Null: it is no Safe. */
  safe: safe.nullable(),
  /** The wallet had no code at an earlier look, and is no Safe so far: it was not read, or is not set up yet. */
  isCreated: z.boolean().default(false),
});
export type ContractState = z.infer<typeof contractState>;

/** A contract's state as a Safe; null: it is no Safe, or a part that every Safe has could not be read. */
export function safeIn(read: SafeRead): Safe | null {
  const { implementation, owners, threshold, modules, guard, handler } = read;
  if (!implementation || !owners?.isWhole || threshold === undefined) return null;
  if (guard === undefined || handler === undefined) return null;
  const signers = owners.addresses;
  if (BigInt(threshold) < 1n || BigInt(threshold) > signers.length) return null;
  return { implementation, owners: signers, threshold, modules: modules?.addresses ?? null, guard, handler };
}

/** Maximum changes of a list that one look reports: a hostile contract could name five hundred. */
const maxTold = 10;

export type SafeNews = ReturnType<typeof compareSafe>;

/** Differences from the last report; `isAll` is false if there are more. Unreadable fields count as unchanged. */
export function compareSafe(was: Safe, read: SafeRead) {
  const { implementation = was.implementation, threshold = was.threshold } = read;
  const { guard = was.guard, handler = was.handler } = read;
  const owners = compareMembers(['owner-added', 'owner-removed'], was.owners, read.owners);
  const knownModules = was.modules ?? read.modules?.addresses;
  const modules =
    knownModules && compareMembers(['module-enabled', 'module-disabled'], knownModules, read.modules);
  const changes = [
    ...changeOf('implementation', was.implementation, implementation),
    ...changeOf('threshold', was.threshold, threshold),
    ...changeOf('guard', was.guard, guard),
    ...changeOf('fallback-handler', was.handler, handler),
    ...owners.changes,
    ...(modules?.changes ?? []),
  ];
  return {
    changes,
    safe: { implementation, threshold, guard, handler, owners: owners.now, modules: modules?.now ?? null },
    isAll: owners.isAll && (modules?.isAll ?? true),
  };
}

type What = ControlChange['what'];

function changeOf(what: What, before: string | null, after: string | null): ControlChange[] {
  return after === before ? [] : [{ what, before, after }];
}

/** An incomplete list removes no member, and adds members only up to `maxMembers`. */
function compareMembers(
  [came, left]: readonly [What, What],
  was: readonly Address[],
  read: Members | undefined,
) {
  const { addresses = was, isWhole = true } = read ?? {};
  const fresh = addresses.filter((one) => !was.includes(one));
  const gone = isWhole ? was.filter((one) => !addresses.includes(one)) : [];
  const room = isWhole ? maxTold : Math.min(maxTold, Math.max(0, maxMembers - was.length));
  const [added, removed] = [fresh.slice(0, room), gone.slice(0, maxTold)];
  return {
    changes: [
      ...added.map((after): ControlChange => ({ what: came, before: null, after })),
      ...removed.map((before): ControlChange => ({ what: left, before, after: null })),
    ],
    now: [...was.filter((one) => !removed.includes(one)), ...added],
    isAll: fresh.length <= maxTold && gone.length <= maxTold,
  };
}
