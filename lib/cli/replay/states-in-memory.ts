import { nameLines, type Overflow } from '../../../functions/state/overflow.ts';
import type { StateTable } from '../../../functions/state/state-table.ts';

/** A State table of one wallet, for as long as the process lives. Nobody else saves to it. */
export function statesInMemory(): StateTable {
  const kept = new Map<string, readonly string[]>();
  const overflow: Overflow = {
    async put(lines) {
      const named = nameLines(lines);
      for (const { name, lines: some } of named) kept.set(name, some);
      return named;
    },
    read: async (names) => names.map((name) => kept.get(name) ?? null),
  };
  return {
    readItems: async () => new Map(),
    save: async (_watch, state) => ({ ...state, version: state.version + 1 }),
    overflow: () => overflow,
  };
}
