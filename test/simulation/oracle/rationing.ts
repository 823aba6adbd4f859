import type { DigestAlert, TransferAlert } from '../../../functions/alert/alert.ts';
import type { Rations } from '../../../functions/state/cursor.ts';

const minute = 60_000;
const hour = 60 * minute;
const turns = { in: hour, out: 10 * minute };
/** A digest of more does not wait for its turn: no poll has memory for an hour of an endless storm. */
const mostWaiting = 30_000;
/** The clocks of workers differ by less than this. */
const skew = 1_000;

type Side = keyof Rations;

/** A transfer whose digest is not out yet. */
interface Waiting {
  readonly digest: string;
  readonly id: string;
  readonly content: string;
  readonly isPayment: boolean;
}

/**
 * The contract for a wallet's single alerts and digests, by the hour: how many unvouched transfers are reported
 * singly, and that each other one is in one digest, and when.
 */
export class Rationing {
  private readonly waiting = new Map<string, Waiting>();
  private readonly singles = new Map<string, number>();
  private readonly digests = new Map<string, string>();
  private readonly complain: (complaint: string) => void;
  private readonly most: () => number;

  /** @param most how many an hour the row allows, or has allowed */
  constructor(most: () => number, complain: (complaint: string) => void) {
    this.most = most;
    this.complain = complain;
  }

  waits(key: string, waiting: Waiting): void {
    this.waiting.set(key, waiting);
  }

  isWaiting(key: string): boolean {
    return this.waiting.has(key);
  }

  /** Equal transfers of one transaction may be several. */
  countOf(content: string): number {
    return Array.from(this.waiting.values()).filter((one) => one.content === content).length;
  }

  /** The chain has dropped the transfer. */
  drop(key: string): void {
    if (!this.waiting.delete(key))
      this.complain(`transfer ${key} was dropped without a word, and it was told`);
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** A batch has single alerts for these transfers, none of them in a surely real token. */
  toldSingly(alerts: readonly Pick<TransferAlert, 'transfer' | 'detectedAt'>[]): void {
    for (const { transfer, detectedAt } of alerts) {
      const side = transfer.direction === 'out' ? 'out' : 'in';
      this.count(`${side} of the hour ${detectedAt.slice(0, 13)}`, this.most());
      this.count(`${side} of the day ${detectedAt.slice(0, 10)}`, 3 * this.most());
    }
  }

  private count(what: string, most: number): void {
    const count = (this.singles.get(what) ?? 0) + 1;
    this.singles.set(what, count);
    if (count > most) this.complain(`${count} transfers that came ${what} were told singly`);
  }

  /** Waiting transfers are reported in time. @param now when the batch with these rations begins */
  judgeDue(rations: Rations, now: number): void {
    for (const side of ['in', 'out'] as const) {
      const due = rations[side].waiting?.due ?? 0;
      if (due > now + turns[side] + skew)
        this.complain(`a digest of what came ${side} waits for ${Math.round((due - now) / minute)} minutes`);
    }
  }

  /**
   * The digests of these names are out, or none of their transfers was left to report.
   * @returns the transfers that they reported
   */
  told(before: Rations, after: Rations, digests: readonly DigestAlert[]): readonly Waiting[] {
    const names = namesIn(before).difference(namesIn(after));
    const out = Array.from(this.waiting).filter(([, { digest }]) => names.has(digest));
    for (const [key] of out) this.waiting.delete(key);
    const told = out.map(([, one]) => one);
    const count = digests.reduce((sum, { digest }) => sum + digest.count, 0);
    if (count !== told.length)
      this.complain(`digests tell ${count} transfers, and ${told.length} waited for them`);
    if (told.length < mostWaiting && !told.some(({ isPayment }) => isPayment))
      for (const one of digests) this.judgeTurn(one);
    return told;
  }

  /** Unvouched transfers get one digest an hour, or every ten minutes; a large digest may be several messages. */
  private judgeTurn({ detectedAt, digest: { totals } }: DigestAlert): void {
    const direction = totals[0]?.direction ?? 'in';
    const side: Side = direction === 'out' ? 'out' : 'in';
    const turn = `${direction} ${Math.floor(Date.parse(detectedAt) / turns[side])}`;
    if ((this.digests.get(turn) ?? detectedAt) !== detectedAt)
      this.complain(`a second digest of what came ${direction} went out at ${detectedAt}`);
    this.digests.set(turn, detectedAt);
  }
}

/** The names of digests that have transfers waiting. */
function namesIn(rations: Rations): Set<string> {
  return new Set(Object.values(rations).flatMap(({ waiting }) => waiting?.digest ?? []));
}
