import { createHash } from 'node:crypto';
import { topicOf, wordsOf } from '../../support/event-logs.ts';

const account = (digits: string) => `0x${digits.repeat(20)}`;
const founders = ['a1', 'a2', 'a3'].map(account);
/** The owners and modules that are added and removed. */
const others = ['b1', 'b2'].map(account);
export const implementations = ['e1', 'e2'].map(account);
const [first = ''] = implementations;
const handlers = ['f1', 'f2'].map(account);

/** The parts of a Safe that may change, with their possible values; null means none. Each Safe begins with the first value. */
export const safeParts: ReadonlyMap<string, readonly (string | null)[]> = new Map([
  ['threshold', ['2', '1', '3']],
  ['implementation', implementations],
  ['guard', [null, account('c1'), account('c2')]],
  ['fallback-handler', [...handlers, null]],
  ...others.flatMap((one): [string, (string | null)[]][] => [
    [`owner ${one}`, [null, one]],
    [`module ${one}`, [null, one]],
  ]),
]);

/** The initial value of a part: of a Safe, or of an account without a delegation. */
export function firstOf(part: string): string | null {
  return safeParts.get(part)?.[0] ?? null;
}

/** Gives a part's value after a block. */
type ReadPart = (part: string) => string | null;

const membersOf = (list: 'owner' | 'module', read: ReadPart) =>
  others.filter((one) => read(`${list} ${one}`) !== null);
const slots = new Map([
  ['0x0', 'implementation'],
  ['0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8', 'guard'],
  ['0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5', 'fallback-handler'],
]);

export function storedIn(slot: string, read: ReadPart): string {
  return topicOf(read(slots.get(slot) ?? '') ?? 0);
}

/** A Safe's answer to a call; null if a Safe has no such function. */
export function safeAnswer(data: string, read: ReadPart): string | null {
  const list = (head: readonly number[], members: readonly string[]) =>
    wordsOf([...head, members.length, ...members]);
  switch (data.slice(0, 10)) {
    case '0xa619486e':
      return topicOf(read('implementation') ?? first);
    case '0xe75235b8':
      return topicOf(read('threshold') ?? 0);
    case '0xa0e67e2b':
      return list([32], [...founders, ...membersOf('owner', read)]);
    case '0xcc2f8452':
      return list([64, 1], membersOf('module', read));
    case '0x5624b25b':
      return wordsOf([32, 32, storedIn(`0x${data.slice(10, 74)}`, read)]);
    default:
      return null;
  }
}

/** A different number for each state. */
export function printOf(read: ReadPart): bigint {
  const state = Array.from(safeParts.keys(), read);
  return BigInt(`0x${createHash('sha256').update(JSON.stringify(state)).digest('hex')}`) >> 8n;
}

/** The event that a part's change to this value writes; null if there is none. */
export function safeEvent(part: string, to: string | null): { topics: string[]; data: string } | null {
  const [kind = '', member] = part.split(' ');
  const topic = eventTopics[member === undefined ? kind : `${kind} ${to === null ? 'left' : 'came'}`];
  return topic === undefined ? null : { topics: [topic], data: topicOf(member ?? to ?? 0) };
}

/** keccak-256 of `ChangedThreshold(uint256)` and of the other events' signatures. */
const eventTopics: Readonly<Record<string, string>> = {
  threshold: '0x610f7ff2b304ae8903c3de74c60c6ab1f7d6226b3f52c5161905bb5ad4039c93',
  guard: '0x1151116914515bc0891ff9047a6cb32cf902546f83066499bcf8ba33d2353fa2',
  'fallback-handler': '0x5ac6c46c93c8d0e53714ba3b53db3e7c046da994313d7ed0d192028bc7c228b0',
  'owner came': '0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26',
  'owner left': '0xf8d49fc529812e9a7c5c50e69c20f0dccc0db8fa95c98bc58cc9a4f1c1299eaf',
  'module came': '0xecdf3a3effea5783a3c4c2140e677577666428d44ed9d474a0b3a4c9943f8440',
  'module left': '0xaab4fa2b463f581b2b32cb3b7e3b704b9ce37cc209b5fb4d77e593ace4054276',
};
