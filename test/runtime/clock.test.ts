import { expect, it } from 'vitest';
import { systemClock } from '../../functions/runtime/clock.ts';

it("a sleep ends at an abort, with the abort's own reason: the tick's end is no fault of a wallet", async () => {
  const abort = new AbortController();
  const sleep = () => systemClock.sleep(60_000, abort.signal);
  const slept = sleep();
  abort.abort(new Error('the tick ended'));
  await expect(slept).rejects.toThrow('the tick ended');
  await expect(sleep()).rejects.toThrow('the tick ended');
});
