import { transferAlert } from '../support/alerts.ts';
import type { ServiceAnswer } from '../support/fakes/chat-services.ts';
import { type DeliverWorld, parameters } from '../support/worlds/deliver-world.ts';

export const a = '0x00000000000000000000000000000000000000aa';
export const b = '0x00000000000000000000000000000000000000bb';
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export const walletsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);

/** The ids of the alerts that were sent. */
export const idsOf = (world: DeliverWorld, host = '') =>
  world.made.filter(({ url }) => url.includes(host)).map(({ headers }) => headers['webhook-id']);
export const idOf = ({ body }: { readonly body: string }): string => JSON.parse(JSON.parse(body).Message).id;
export const letterIds = (world: DeliverWorld, destination?: string) => world.dead(destination).map(idOf);

/** The states of the operations messages. */
export const statesOf = (world: DeliverWorld) => world.told.map(({ state }) => state);

/** What is left in the queue, and among the dead letters. */
export const leftOf = (world: DeliverWorld) => [world.queue(), world.dead()];

/** Milliseconds between calls. */
export const waitsOf = (world: DeliverWorld) =>
  world.made.slice(1).map(({ at }, i) => at - (world.made[i]?.at ?? 0));

/** Publishes an alert of the treasury, and lets time pass. */
export async function alertOf(world: DeliverWorld, id: string, ms = 10_000): Promise<void> {
  world.alert(transferAlert({ id }));
  await world.pass(ms);
}

/** Stores another URL for the webhook, with the word `new` in it. */
export const putNewUrl = (world: DeliverWorld) =>
  world.put({ ...parameters.webhook, url: 'https://new.example.org/in' });

/** Answers only the first call like this, and all others with 200. */
export function answersFirst(world: DeliverWorld, first: (at: number) => ServiceAnswer): void {
  const taken = { body: '{"ok":true,"id":"12","result":{"message_id":7}}' };
  world.answer(({ at }) => (world.made.length === 1 ? first(at) : taken));
}

/** Telegram's chat -5 becomes the chat -1001. */
export function movesChat(world: DeliverWorld): void {
  const moved = { status: 400, body: '{"ok":false,"parameters":{"migrate_to_chat_id":-1001}}' };
  const taken = { body: '{"ok":true,"result":{"message_id":9}}' };
  world.answer(({ body }) => (JSON.parse(body).chat_id === -5 ? moved : taken));
}
export const movingChat = { parameter: { ...parameters.telegram, chat: -5 } };
