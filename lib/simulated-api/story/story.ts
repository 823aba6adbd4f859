import { parties, tokens } from './cast.ts';
import { type Chapter, dollar, ether, ofMany, type StoryStart, type StoryTransfer, tell } from './chapter.ts';

const onPolygon = { chainId: '0x89', token: tokens.usdcOnPolygon } as const;
const worthless = { value: 5_000n * ether, possibleSpam: true };

/** For each tick after the first. Eleven would make a digest. */
const ticks: readonly (readonly Chapter[])[] = [
  [
    { title: 'salary', token: tokens.usdc, ...parties.exchangePaysHero, value: 12_500n * dollar },
    { title: 'invoice', token: tokens.weth, ...parties.heroPaysSupplier, value: (75n * ether) / 100n },
    { title: 'unlimited', token: tokens.unlimited, ...parties.strangerPaysHero, value: 2n ** 256n - 1n },
    { title: 'undescribed', token: tokens.undescribed, ...parties.strangerPaysHero, value: 40_000n },
    { title: 'refund', token: tokens.tetherOf2022, ...parties.supplierPaysHero, value: 250_750_000n },
    { title: 'self', token: tokens.weth, ...parties.heroPaysItself, value: 2n * ether },
    { title: 'wages', ...onPolygon, ...parties.payrollPays, value: 3_200n * dollar },
  ],
  [{ title: 'imitation', token: tokens.usdc, ...parties.impostorPaysHero, value: 1n }],
  Array.from({ length: 14 }, (_, n) => ofMany(`rush ${n}`, n, 3, 10n, 125n)),
  [
    { title: 'airdrop', token: tokens.lure, ...parties.strangerPaysHero, ...worthless },
    { title: 'mistake', token: tokens.usdc, ...parties.heroPaysImpostor, value: 4_800n * dollar },
  ],
];

/** Reported by the second tick and dropped before the third. */
const dropped: Chapter = {
  title: 'dropped',
  token: tokens.usdc,
  ...parties.exchangePaysHero,
  value: 90_000n * dollar,
};
const droppedTick = 1;

/**
 * The first start plays the whole story in its first ticks. Each later start adds one transfer, mined while nothing ran.
 * The same starts make the same transfers.
 */
export function storyTransfers(starts: readonly StoryStart[]): StoryTransfer[] {
  const [first, ...later] = starts;
  if (first === undefined) return [];
  const told = ticks.flatMap((chapters, tick) =>
    chapters.map((chapter, n) => tell(chapter, timeWithin(first, tick) + n * 20)),
  );
  return [
    ...told,
    tell(dropped, timeWithin(first, droppedTick) - 20, timeWithin(first, droppedTick + 1)),
    ...later.map(({ at }, i) => {
      const title = `while away ${i + 1}`;
      const value = BigInt(i + 1) * dollar;
      return tell({ title, token: tokens.usdc, ...parties.exchangePaysHero, value }, at - 1);
    }),
  ];
}

/** Between a tick's polls, which may take two seconds, and the next tick. */
export function timeWithin({ at, everySeconds }: StoryStart, tick: number): number {
  return at + (tick + 0.5) * everySeconds * 1_000;
}
