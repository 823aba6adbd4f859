import { leaseMs, rememberMs, type Seen } from './seen.ts';

/**
 * For one process, and for a sketch: it forgets everything when the process ends. Two processes, or a Lambda, of which AWS
 * runs as many as it likes, need a memory that they share: seen-in-dynamodb.ts.
 */
export class SeenInMemory implements Seen {
  /** Until when each counts, the oldest first, as a Map keeps the order of insertion. */
  private readonly byId = new Map<string, { readonly state: 'busy' | 'done'; readonly until: number }>();
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  async begin(id: string): Promise<'begun' | 'done' | 'busy'> {
    this.forget();
    const known = this.byId.get(id);
    if (known !== undefined && known.until > this.now()) return known.state;
    this.put(id, 'busy', leaseMs);
    return 'begun';
  }

  async finish(id: string): Promise<void> {
    this.put(id, 'done', rememberMs);
  }

  async giveUp(id: string): Promise<void> {
    this.byId.delete(id);
  }

  private put(id: string, state: 'busy' | 'done', forMs: number): void {
    this.byId.delete(id);
    this.byId.set(id, { state, until: this.now() + forMs });
  }

  /** Only from the front: behind the first that still counts there is nothing to forget that matters. */
  private forget(): void {
    for (const [id, { until }] of this.byId) {
      if (until > this.now()) return;
      this.byId.delete(id);
    }
  }
}
