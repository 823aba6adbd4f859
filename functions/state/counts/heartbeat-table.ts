import * as z from 'zod';
import type { EpochMilliseconds } from '../../chain/units.ts';
import { type Clock, expiryIn } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';

const count = z.coerce.number().default(0);

const answers = z.object({
  returned: count,
  /** The returned polls that the source answered. A poll is returned once its message was processed. */
  answered: count,
  /** The returned polls of wallets with alerts that SNS has not taken for ten minutes. */
  late: count,
});

/** The last tick whose polls are counted, and the last call of the monitor. */
const lastBeat = z.object({
  tick: z.string(),
  polls: count,
  /** Epoch milliseconds by which all answers should be in: a missing answer counts only from then on. */
  dueAt: count as z.ZodType<EpochMilliseconds>,
  called: z
    .object({
      at: z.string(),
      isWell: z.boolean(),
      /** The status of the answer or the error, without the URL. */
      answer: z.string(),
    })
    .nullable(),
});

export type TickAnswers = Readonly<z.infer<typeof answers>>;
export type LastBeat = Readonly<z.infer<typeof lastBeat>>;

export type HeartbeatTable = ReturnType<typeof createHeartbeatTable>;

const wallet = '#heartbeat';
const lastKey = { wallet, chain: 'last' };
const keptDays = 1;

/** Items of the State table. A stack without a heartbeat has none. */
export function createHeartbeatTable(table: Table, clock: Pick<Clock, 'now'>) {
  return {
    async count(tick: string, { returned, answered, late }: TickAnswers): Promise<void> {
      const change = 'SET expiresAt = :expiresAt ADD returned :returned, answered :answered, late :late';
      const values = { returned, answered, late, expiresAt: expiryIn(keptDays, clock) };
      await table.update({ wallet, chain: tick }, change, { values });
    },
    answersOf: async (tick: string): Promise<TickAnswers> =>
      answers.parse((await table.get({ wallet, chain: tick })) ?? {}),
    last: async (): Promise<LastBeat | null> => lastBeat.nullable().parse((await table.get(lastKey)) ?? null),
    remember: (beat: LastBeat): Promise<unknown> => table.put({ ...lastKey, ...beat }),
  };
}
