import { Scheduler } from '../support/scheduler.ts';
import { AwsCalls } from './aws/aws-calls.ts';
import { namePoints } from './aws/name-points.ts';
import { longestLag } from './aws/stored-items.ts';
import { Tables } from './aws/tables.ts';
import { chainProfiles } from './chain/chain-profiles.ts';
import { SimChain } from './chain/sim-chain.ts';
import { Counts } from './counts.ts';
import { Random } from './random.ts';
import { rowOf, type Story, type StoryRow } from './story/story.ts';
import { Troubles } from './troubles.ts';
import { SimWatchlist } from './watchlist.ts';

/** Ten in the morning, so that stories end before midnight. Stories with a quota run across midnight. */
const morning = Date.parse('2026-01-02T10:00:00.000Z');
const lateEvening = Date.parse('2026-01-02T23:30:00.000Z');

/** The base of a simulated world: its story, time and randomness, its chains, its tables and its faults. */
export class Ground {
  readonly story: Story;
  readonly counts = new Counts();
  readonly random: Random;
  readonly scheduler: Scheduler;
  /** By chain id. */
  readonly chains: ReadonlyMap<string, SimChain>;
  readonly troubles: Troubles;
  readonly calls: AwsCalls;
  readonly tables: Tables;
  readonly watchlist: SimWatchlist;
  isSettled = false;

  constructor(story: Story) {
    const { seed, settings } = story;
    this.story = story;
    this.random = new Random(seed + 1e6);
    this.scheduler = new Scheduler(settings.quota === null ? morning : lateEvening);
    const now = () => this.scheduler.now;
    this.troubles = new Troubles(this.counts, now);
    this.chains = new Map(
      Object.values(chainProfiles).map((profile) => [
        profile.id,
        new SimChain(profile, this.scheduler, this.counts),
      ]),
    );
    this.calls = new AwsCalls(this.scheduler, this.troubles, this.random, new Random(seed + 12e6));
    const lags = new Random(seed + 7e6);
    const lag = () => (lags.chance(0.3) ? lags.between(1, longestLag) : 0);
    this.tables = new Tables(this.calls, { now, lag, namePoints });
    this.watchlist = new SimWatchlist(this.tables, now);
  }

  readonly rowOf = (number: number): StoryRow => rowOf(this.story.rows, number);

  readonly chainOf = ({ chain }: Pick<StoryRow, 'chain'>): SimChain => {
    const { id } = chainProfiles[chain];
    const found = this.chains.get(id);
    if (found === undefined) throw new Error(`there is no chain ${chain}`);
    return found;
  };
}
