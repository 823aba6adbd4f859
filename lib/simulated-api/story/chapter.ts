import { blockAt, timeOf } from '../block-clock.ts';
import { type Payment, type SimulatedTransfer, simulatedTransfer } from '../simulated-transfer.ts';
import { clocks, imitated, imitationOf, lures, parties, passerBy, tokens } from './cast.ts';

export interface Chapter extends Payment {
  /** Names the transaction. */
  readonly title: string;
  /** Ethereum by default. */
  readonly chainId?: keyof typeof clocks;
}

export interface StoryTransfer {
  readonly transfer: SimulatedTransfer;
  /** Epoch milliseconds of the re-org that drops it; nearly always infinite. */
  readonly goneAt: number;
}

/** @param knownAt epoch milliseconds: from then on the API shows it */
export function tell(
  { title, chainId = '0x1', ...chapter }: Chapter,
  knownAt: number,
  goneAt = Infinity,
): StoryTransfer {
  const clock = clocks[chainId];
  const block = blockAt(clock, knownAt);
  const minedAt = timeOf(clock, block);
  const transfer = simulatedTransfer({
    ...chapter,
    chainId,
    knownAt,
    block,
    minedAt: new Date(minedAt),
    transaction: title,
    // Set by `inBlocks`, which sees the other transfers of the block.
    transactionIndex: 0,
    logIndex: 0,
  });
  return { transfer, goneAt };
}

/**
 * Gives each transfer a place of its own in its block: a page continues after a place, so of two transfers in one place the
 * second would be lost. A transfer that is known later gets a later place, so that shown transfers keep theirs.
 */
export function inBlocks(told: readonly StoryTransfer[]): StoryTransfer[] {
  const known = told.toSorted((a, b) => a.transfer.knownAt - b.transfer.knownAt);
  const blocks = Map.groupBy(known, ({ transfer }) => `${transfer.chainId} ${transfer.block}`);
  return Array.from(blocks.values(), (inBlock) =>
    inBlock.map(({ transfer, goneAt }, n) => {
      const wire = { ...transfer.wire, transaction_index: n, log_index: n };
      return { transfer: { ...transfer, wire }, goneAt };
    }),
  ).flat();
}

/** The acts of the page's buttons. */
export const actKinds = ['transfer', 'spam', 'poisoning', 'storm', 'reorg'] as const;

export type ActKind = (typeof actKinds)[number];

export interface StoryStart {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Seconds between ticks at that time. */
  readonly everySeconds: number;
}

interface Act extends StoryStart {
  readonly kind: ActKind;
}

export const dollar = 10n ** 6n;
export const ether = 10n ** 18n;

/** The transfers that an act mines. @param serial its place among all acts: the same act mines the same transfers */
export function actTransfers({ kind, at, everySeconds }: Act, serial: number): StoryTransfer[] {
  const title = `${kind} ${serial}`;
  const { exchangePaysHero, strangerPaysHero } = parties;
  switch (kind) {
    case 'transfer': {
      const value = (1_000n + BigInt(serial % 7) * 375n) * dollar;
      return [tell({ title, token: tokens.usdc, ...exchangePaysHero, value }, at)];
    }
    case 'spam': {
      const token = lures[serial % lures.length] ?? tokens.lure;
      return [tell({ title, token, ...strangerPaysHero, value: 5_000n * ether, possibleSpam: true }, at)];
    }
    case 'poisoning': {
      const from = imitationOf(imitated, title);
      return [tell({ title, token: tokens.usdc, from, to: exchangePaysHero.to, value: 1n }, at)];
    }
    case 'storm':
      return Array.from({ length: stormSize }, (_, n) =>
        tell(ofMany(`${title}: ${n}`, n, 4, 20n, 60n), at + n),
      );
    case 'reorg': {
      const chapter = { title, token: tokens.weth, ...exchangePaysHero, value: 25n * ether };
      // The next tick shows the transfer, within two seconds; later ticks do not.
      return [tell(chapter, at, at + everySeconds * 1_000 + 2_500)];
    }
  }
}

const stormSize = 40;

/** The n-th of many payments to the hero, growing. Each `every`-th is in parts of an ether, the others are in `dollars`. */
export function ofMany(title: string, n: number, every: number, parts: bigint, dollars: bigint): Chapter {
  const token = n % every === every - 1 ? tokens.weth : tokens.usdc;
  const one = token === tokens.weth ? ether / parts : dollars * dollar;
  return { title, token, from: passerBy(title), to: parties.exchangePaysHero.to, value: BigInt(n + 1) * one };
}
