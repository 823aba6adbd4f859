import type { StorySettings } from '../story/story.ts';

const window = 4_000;
const day = 86_400_000;

/** The API plan's limits, counted where calls leave the workers. */
export class CallLimits {
  private readonly calls: number[] = [];

  called(time: number): void {
    this.calls.push(time);
  }

  get count(): number {
    return this.calls.length;
  }

  /** @param begun epoch milliseconds of the story's beginning */
  judge(
    begun: number,
    callsPerSecond: number,
    quota: StorySettings['quota'],
    complain: (complaint: string) => void,
  ): void {
    const most = 4 * callsPerSecond;
    let first = 0;
    for (const [place, time] of this.calls.entries()) {
      while (time - (this.calls[first] ?? time) >= window) first += 1;
      const count = place - first + 1;
      if (count > most) {
        complain(`${count} calls within four seconds, ${most} are allowed`);
        break;
      }
    }
    if (quota === null) return;
    const days = Map.groupBy(this.calls, (time) => Math.floor(time / day));
    for (const [number, { length: count }] of days) {
      const allowed = number === Math.floor(begun / day) ? quota.leftToday : quota.callsPerDay;
      if (count > allowed) complain(`${count} calls in a day, ${allowed} were left`);
    }
  }
}
