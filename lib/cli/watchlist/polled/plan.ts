import { isReadFromNode } from '../../../../functions/chain/chain-sources.ts';
import { secondsBetween } from '../../../../functions/dispatch-polls/due-polls.ts';
import type { DispatchEnvironment } from '../../../../functions/dispatch-polls/environment.ts';
import {
  hintedDemand,
  ordinaryDemand,
  sharesOf,
  sumOf,
} from '../../../../functions/dispatch-polls/hints/demand.ts';
import type { PollPace } from '../../../../functions/rate/poll-pace.ts';
import type { WatchedRow } from '../../../../functions/wallet/read-watchlist.ts';
import type { Watch } from '../../../../functions/wallet/watch.ts';

interface PlanSettings
  extends Pick<DispatchEnvironment, 'EVERY_SECONDS' | 'SWEEP_SECONDS' | 'CALLS_PER_DAY' | 'SOURCES'> {
  /** Ids of chains whose node shows active wallets. */
  readonly hinted: ReadonlySet<string>;
}

/** How many times as long the plan makes the intervals of wallets without a node; 1: the plan has enough calls. */
export function planStretch(watched: readonly WatchedRow[], settings: PlanSettings): number {
  const { EVERY_SECONDS: everySeconds, SWEEP_SECONDS: sweepSeconds, SOURCES, hinted } = settings;
  const polled = watched.filter(({ watch }) => !watch.paused && !isReadFromNode(watch.chain, SOURCES));
  const [swept, ordinary] = [true, false].map((isHinted) =>
    polled.filter(({ watch }) => hinted.has(watch.chain.id) === isHinted),
  ) as [WatchedRow[], WatchedRow[]];
  const asked = sumOf([
    ordinaryDemand(ordinary, everySeconds),
    hintedDemand(swept, { everySeconds, sweepSeconds }),
  ]);
  return sharesOf(asked, settings.CALLS_PER_DAY).stretch;
}

/** The plan stretches no interval of a wallet whose node shows its activity. */
export function paceOf({ chain, everySeconds }: Watch, settings: PlanSettings, stretch: number): PollPace {
  const askedSeconds = everySeconds ?? settings.EVERY_SECONDS;
  const isSpared = settings.hinted.has(chain.id) || isReadFromNode(chain, settings.SOURCES);
  const factor = isSpared ? 1 : stretch;
  return {
    everySeconds: secondsBetween(askedSeconds * factor),
    askedSeconds,
    callsPerDay: factor > 1 ? settings.CALLS_PER_DAY : null,
  };
}
