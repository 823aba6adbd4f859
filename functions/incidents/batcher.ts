import type { IncidentType, OperationsMessage } from './operations-message.ts';

/** More of one kind go into one message. Each row has a fault of its own, so more of them are named. */
const namedPerKind = (type: IncidentType) => (type.startsWith('row.') ? 25 : 10);
/** A message holds 256 KB in three forms of its text. */
const maxListLength = 20_000;

export type Batcher = ReturnType<typeof createBatcher>;

/** Some of each kind get messages of their own, the others one message at flush. */
export function createBatcher(publish: (message: OperationsMessage) => Promise<void>) {
  const counts = new Map<string, number>();
  const rest = new Map<string, OperationsMessage[]>();
  return {
    async publish(message: OperationsMessage): Promise<void> {
      const kind = `${message.type} ${message.state}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= namedPerKind(message.type)) await publish(message);
      else
        rest
          .set(kind, rest.get(kind) ?? [])
          .get(kind)
          ?.push(message);
    },
    async flush(): Promise<void> {
      for (const messages of rest.values()) {
        const [first] = messages;
        if (first === undefined) continue;
        const reason = `${messages.length} more: ${list(messages)}`;
        const whatToDo =
          first.state === 'ended' ? first.whatToDo : 'For each of them what its reason asks for.';
        const about = { detail: `${messages.length} more` };
        await publish({
          ...first,
          wallet: null,
          chain: null,
          reason,
          whatToDo,
          about,
          since: undefined,
          past: undefined,
        });
      }
      rest.clear();
      counts.clear();
    },
  };
}

function list(messages: readonly OperationsMessage[]): string {
  let text = '';
  for (const [named, { wallet, chain, reason }] of messages.entries()) {
    const who = wallet === null ? '' : `${wallet}, ${chain}: `;
    const one = `${named === 0 ? '' : ' | '}${who}${reason}`;
    if (text.length + one.length > maxListLength) return `${text} | and ${messages.length - named} more.`;
    text += one;
  }
  return text;
}
