import { type CallWindows, callWindows, openFor } from '../../../functions/rate/call-windows.ts';
import { mostInFourSeconds } from '../../support/most-in-four-seconds.ts';
import type { StorySettings } from '../story/story.ts';
import { workersApart } from '../story/story.ts';

const dayAt = (time: number) => Math.floor(time / 86_400_000);

/** The API plan's limits, checked as calls leave the workers. */
export class CallLimits {
  private readonly calls: number[] = [];

  called(time: number): void {
    this.calls.push(time);
  }

  get count(): number {
    return this.calls.length;
  }

  /** @param begun when the story began, epoch milliseconds */
  judge(
    begun: number,
    { callsPerSecond, quota, clockSkew }: StorySettings,
    complain: (complaint: string) => void,
  ): void {
    this.judgeWindows(callWindows(callsPerSecond), clockSkew, complain);
    const most = 4 * callsPerSecond;
    const count = mostInFourSeconds(this.calls);
    if (count > most) complain(`${count} calls within four seconds, ${most} are allowed`);
    if (quota === null) return;
    // A worker counts a call on its own clock's day: near midnight, within this skew, the call may belong to either day.
    const skew = Math.abs(clockSkew) + workersApart;
    const sure = this.calls.filter((time) => dayAt(time - skew) === dayAt(time + skew));
    const days = Map.groupBy(sure, dayAt);
    for (const [number, { length: count }] of days) {
      const allowed = number === dayAt(begun) ? quota.leftToday : quota.callsPerDay;
      if (count > allowed) complain(`${count} calls in a day, ${allowed} were left`);
    }
  }

  /**
   * A call that leaves after its window counts against another window. Several such calls would exceed the plan, so even one is reported.
   */
  private judgeWindows(
    { length }: CallWindows,
    clockSkew: number,
    complain: (complaint: string) => void,
  ): void {
    const stray = clockSkew === 0 ? 0 : workersApart;
    const late = this.calls.find((time) => {
      const behind = (((time + clockSkew) % length) + length) % length;
      return behind > openFor + stray && behind < length - stray;
    });
    if (late !== undefined) complain(`a call left behind its window, at ${new Date(late).toISOString()}`);
  }
}
