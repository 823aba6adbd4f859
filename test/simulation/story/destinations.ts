import { Random } from '../random.ts';

/** A webhook and a chat. */
export const destinationNames = ['hook', 'chat'] as const;
export type DestinationName = (typeof destinationNames)[number];

/** Whether a service of the story ever fails. */
export type Destinations = Readonly<Record<DestinationName, 'well' | 'moody'>>;

/** Drawn with a generator of its own, so that the rest of a story stays the same. */
export function destinationsOf(seed: number): Destinations | undefined {
  const random = new Random(seed + 11e6);
  if (!random.chance(0.25)) return undefined;
  return { hook: random.chance(0.5) ? 'moody' : 'well', chat: random.chance(0.75) ? 'moody' : 'well' };
}
