import type { Clock } from '../runtime/clock.ts';
import type { DailyQuota } from './daily-quota.ts';

/** The calls of one batch, claimed from the day's quota in one write instead of one a call. */
export interface QuotaReservation {
  /** Claims one call for each poll; where so many are not left, each call is claimed by itself. */
  claim(polls: number): Promise<void>;
  /** Takes one call; null where the day has none left. */
  take(): Promise<ClaimedCall | null>;
  /** Takes one call more than the polls themselves need; null where the day has none left but those kept for polls. */
  takeFurther(kept: number): Promise<ClaimedCall | null>;
  /** Gives the day back what was claimed and not used. */
  release(): Promise<void>;
}

/** A call that is claimed and not yet made. */
export interface ClaimedCall {
  /** False once the UTC day is over that it was claimed from: it may not be made on another one. */
  isOfToday(): boolean;
  /** It is not made: the batch's next call takes it, or the day gets it back. */
  giveBack(): void;
}

export function createQuotaReservation(quota: DailyQuota, clock: Pick<Clock, 'now'>): QuotaReservation {
  /** Claimed and not used, by the beginning of the UTC day that they were claimed from. */
  const unused = new Map<number, number>();
  /** The day of which a claim was refused, with calls kept for others or without: it is not asked again in this batch. */
  const refused = new Map<'poll' | 'further', number>();
  const today = () => Math.floor(clock.now() / day) * day;
  const add = (to: number, calls: number) => unused.set(to, (unused.get(to) ?? 0) + calls);

  function claimed(from: number): ClaimedCall {
    return { isOfToday: () => today() === from, giveBack: () => add(from, 1) };
  }

  async function claimOne(purpose: 'poll' | 'further', kept: number): Promise<ClaimedCall | null> {
    const from = today();
    if (refused.get(purpose) === from) return null;
    if (await quota.claim(1, kept)) return claimed(from);
    refused.set(purpose, from);
    return null;
  }

  return {
    async claim(polls) {
      refused.clear();
      const from = today();
      if (await quota.claim(polls)) add(from, polls);
    },
    async take() {
      const from = today();
      if ((unused.get(from) ?? 0) === 0) return claimOne('poll', 0);
      add(from, -1);
      return claimed(from);
    },
    takeFurther: (kept) => claimOne('further', kept),
    async release() {
      // Forgotten first: calls that go back twice, after an answer that was lost, would be made beyond the plan.
      const back = [...unused].filter(([, calls]) => calls > 0);
      unused.clear();
      await Promise.all(back.map(([from, calls]) => quota.release(calls, from)));
    },
  };
}

const day = 86_400_000;
