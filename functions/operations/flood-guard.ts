import type { OperationsMessage } from './operations-message.ts';

/** More than this of one kind at a time go into one message. */
const toldSingly = 10;

/** Tells operations of many wallets or rows without flooding them: ten of a kind by name, the others in one message. */
export interface FloodGuard {
  tell(message: OperationsMessage): Promise<void>;
  /** Tells of those that were too many. */
  flush(): Promise<void>;
}

export function createFloodGuard(tell: (message: OperationsMessage) => Promise<void>): FloodGuard {
  const counts = new Map<string, number>();
  const rest = new Map<string, OperationsMessage[]>();
  return {
    async tell(message) {
      const kind = `${message.type} ${message.state}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= toldSingly) await tell(message);
      else rest.set(kind, [...(rest.get(kind) ?? []), message]);
    },
    async flush() {
      for (const messages of rest.values()) {
        const [first] = messages;
        if (first === undefined) continue;
        const named = messages.slice(0, 5).map(({ wallet, chain }) => `${wallet}, ${chain}`);
        const reason = `${messages.length} more, for example ${named.join(' | ')}. The first says: ${first.reason}`;
        await tell({ ...first, wallet: null, chain: null, reason });
      }
      rest.clear();
      counts.clear();
    },
  };
}
