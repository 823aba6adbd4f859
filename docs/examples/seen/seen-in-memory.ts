import { leaseMs, rememberMs, type Seen } from './seen.ts';

/**
 * The memory of a single process, for a first try: its end forgets everything. Several processes need a shared memory
 * (seen-in-dynamodb.ts), and so does a Lambda, which AWS runs several times at once.
 */
export class SeenInMemory implements Seen {
  /** The time until which each id counts. The oldest is first, because a Map keeps the order of insertion. */
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

  /** Stops at the first id that still counts: later ids are newer. */
  private forget(): void {
    for (const [id, { until }] of this.byId) {
      if (until > this.now()) return;
      this.byId.delete(id);
    }
  }
}
