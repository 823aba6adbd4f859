import { type ChainSources, isReadFromNode } from '../../../../functions/chain/chain-sources.ts';
import { callsADay, secondsBetween, stretchFor } from '../../../../functions/dispatch-polls/due-polls.ts';
import type { DispatchEnvironment } from '../../../../functions/dispatch-polls/environment.ts';
import { hintedDemand } from '../../../../functions/dispatch-polls/hints/demand.ts';
import type { PollPace } from '../../../../functions/rate/poll-pace.ts';
import type { WatchedRow } from '../../../../functions/wallet/read-watchlist.ts';
import type { Watch } from '../../../../functions/wallet/watch.ts';

type Deployed = Pick<DispatchEnvironment, 'EVERY_SECONDS' | 'SWEEP_SECONDS' | 'CALLS_PER_DAY' | 'SOURCES'>;

export interface PlanSettings {
  readonly everySeconds: number;
  readonly sweepSeconds: number;
  readonly callsPerDay: number | null;
  readonly sources: ChainSources;
  /** Ids of chains whose node shows active wallets. */
  readonly hinted: ReadonlySet<string>;
}

export function planSettings(
  { EVERY_SECONDS, SWEEP_SECONDS, CALLS_PER_DAY, SOURCES }: Deployed,
  hinted: readonly string[],
): PlanSettings {
  return {
    everySeconds: EVERY_SECONDS,
    sweepSeconds: SWEEP_SECONDS,
    callsPerDay: CALLS_PER_DAY,
    sources: SOURCES,
    hinted: new Set(hinted),
  };
}

/** Factor by which the plan stretches all intervals; 1: it has enough. */
export function planStretch(watched: readonly WatchedRow[], settings: PlanSettings): number {
  const { everySeconds, callsPerDay, sources, hinted } = settings;
  const polled = watched.filter(({ watch }) => !watch.paused && !isReadFromNode(watch.chain, sources));
  const [swept, ordinary] = [true, false].map((isHinted) =>
    polled.filter(({ watch }) => hinted.has(watch.chain.id) === isHinted),
  ) as [WatchedRow[], WatchedRow[]];
  const asked = callsADay(ordinary, everySeconds) + hintedDemand(swept, settings).swept;
  return stretchFor(asked, callsPerDay);
}

/** The plan stretches no interval of a wallet whose node shows its activity. */
export function paceOf({ chain, everySeconds }: Watch, settings: PlanSettings, stretch: number): PollPace {
  const askedSeconds = everySeconds ?? settings.everySeconds;
  const isSpared = settings.hinted.has(chain.id) || isReadFromNode(chain, settings.sources);
  const factor = isSpared ? 1 : stretch;
  return {
    everySeconds: secondsBetween(askedSeconds * factor),
    askedSeconds,
    callsPerDay: factor > 1 ? settings.callsPerDay : null,
  };
}
