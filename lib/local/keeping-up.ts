import type { RemarkNews } from '../page/news.ts';

/** Milliseconds. After an import polls are late for a shorter time. */
const patience = 30_000;

/**
 * Says once a run that this machine can't poll all wallets from tick to tick.
 * Returns what each tick calls before it fills the queue, with the messages of earlier ticks that wait there.
 */
export function createKeepingUp(
  say: (remark: RemarkNews) => void,
  everySeconds: number,
): (waiting: number, tick: Date) => void {
  let before: Date | null = null;
  let lateSince: number | null = null;
  let isSaid = false;
  return (waiting, tick) => {
    const time = tick.getTime();
    const pause = before === null ? 0 : time - before.getTime();
    before = tick;
    // A tick itself takes long if there are very many rows.
    const isLate = waiting > 0 || pause > everySeconds * 1_500;
    lateSince = isLate ? (lateSince ?? time) : null;
    if (isSaid || lateSince === null || time - lateSince < patience) return;
    isSaid = true;
    const text = `So many wallets can't be polled every ${everySeconds} s on this machine: alerts come late. Nothing is lost; --every ${everySeconds * 6}s gives it more time.`;
    say({ kind: 'remark', at: tick.toISOString(), text, look: 'bad', api: null });
  };
}
