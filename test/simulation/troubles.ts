import type { Counts } from './counts.ts';
import type { ApiFault, AwsFault, AwsService } from './faults.ts';

/** A crash to come: at the nth await from now on, or at the nth of that name. */
export interface PlannedCrash {
  readonly point: string | null;
  readonly skip: number;
  /** Whether the current call has its effect before or after the crash. */
  readonly when: 'before' | 'after';
}

/** For a while each call to a service of AWS, or to any of them, takes longer. */
export interface SlowAws {
  readonly service: AwsService | null;
  /** Milliseconds. */
  readonly lasts: number;
  /** Milliseconds that a call takes longer, drawn anew for each. */
  readonly least: number;
  readonly most: number;
}

interface Armed<Kind> {
  readonly kind: Kind;
  skip: number;
  times: number;
}

/** The planned faults: each hits the next call that it fits. */
export class Troubles {
  private readonly api: Armed<ApiFault>[] = [];
  private readonly aws: Armed<AwsFault>[] = [];
  private readonly crashes: (PlannedCrash & { left: number })[] = [];
  private readonly slow: (SlowAws & { readonly until: number })[] = [];
  private readonly meetings = new Map<string, number[]>();
  private readonly counts: Counts;
  private readonly now: () => number;

  constructor(counts: Counts, now: () => number) {
    this.counts = counts;
    this.now = now;
  }

  armApi(kind: ApiFault, skip: number, times: number): void {
    this.api.push({ kind, skip, times });
  }

  armAws(kind: AwsFault, skip: number): void {
    this.aws.push({ kind, skip, times: 1 });
  }

  armCrash(crash: PlannedCrash): void {
    this.crashes.push({ ...crash, left: crash.skip });
  }

  slowDown(slow: SlowAws): void {
    this.slow.push({ ...slow, until: this.now() + slow.lasts });
  }

  /** The slowness of calls to this AWS service now. */
  slowAws(service: AwsService): SlowAws | null {
    const met = this.slow.find((slow) => this.now() < slow.until && (slow.service ?? service) === service);
    if (met === undefined) return null;
    this.counts.add(`slow: ${service}`);
    this.note('slow');
    return met;
  }

  /** The fault of this call to the API. */
  takeApi(): ApiFault | null {
    return this.take(this.api, () => true);
  }

  /** The fault that this call to AWS meets, out of these kinds. */
  takeAws(fitting: readonly AwsFault[]): AwsFault | null {
    return this.take(this.aws, (kind) => fitting.includes(kind));
  }

  /** Whether the worker dies at this await, and when; the caller records whose crash it is. */
  takeCrash(point: string): PlannedCrash['when'] | null {
    for (const [place, crash] of this.crashes.entries()) {
      if (crash.point !== null && crash.point !== point) continue;
      crash.left -= 1;
      if (crash.left >= 0) continue;
      this.crashes.splice(place, 1);
      this.counts.add(`crash: ${crash.when} ${point}`);
      return crash.when;
    }
    return null;
  }

  /** A call met this fault. */
  met(kind: string): void {
    this.counts.add(`fault: ${kind}`);
    this.note(kind);
  }

  /** Something happened that may be the cause of a message. */
  note(kind: string): void {
    const before = this.meetings.get(kind) ?? [];
    if (before.at(-1) !== this.now()) before.push(this.now());
    this.meetings.set(kind, before);
  }

  /** When one of these kinds was last met, epoch milliseconds; -Infinity if never. */
  lastMet(kinds: readonly string[]): number {
    return Math.max(...kinds.map((kind) => this.meetings.get(kind)?.at(-1) ?? Number.NEGATIVE_INFINITY));
  }

  /** Whether one of these kinds was met between two moments. */
  hasMet(kinds: readonly string[], from: number, to: number): boolean {
    return kinds.some((kind) => this.meetings.get(kind)?.some((time) => time >= from && time <= to));
  }

  /** All is well from now on. */
  end(): void {
    for (const armed of [this.api, this.aws, this.crashes, this.slow]) armed.length = 0;
  }

  private take<Kind extends string>(armed: Armed<Kind>[], fits: (kind: Kind) => boolean): Kind | null {
    const place = armed.findIndex(({ kind }) => fits(kind));
    const fault = armed[place];
    if (fault === undefined) return null;
    if (fault.skip > 0) {
      fault.skip -= 1;
      return null;
    }
    fault.times -= 1;
    if (fault.times <= 0) armed.splice(place, 1);
    this.met(fault.kind);
    return fault.kind;
  }
}
