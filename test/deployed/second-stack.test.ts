import { expect, it } from 'vitest';
import { deployOwnStack } from './support/own-stack.ts';
import { hashesMined, hashesTold, setScene } from './support/scene.ts';
import { stack as first } from './support/the-stack.ts';

/** In the same account and region as the first stack, with another name, key and API. */
const second = await deployOwnStack({ stackName: 'Second', keyParameter: '/chainbell/second/key' });
const ofFirst = await setScene();
const ofSecond = await setScene({ stack: second, key: 'the-second-key', throwAway: true });

it('two stacks of one account and region each poll with their own key, and report only their own wallet', async () => {
  const inFirst = await ofFirst.watched();
  const inSecond = await ofSecond.watched();
  // Each API shows both transfers, so that only the stacks keep them apart.
  const rows = [ofFirst, ofSecond].map((scene) => [scene.receive(inFirst), scene.receive(inSecond)]);
  await first.tick();
  await second.tick();
  const [told = [], alsoTold = []] = rows;
  expect(hashesTold(await ofFirst.alertsOf(inFirst))).toEqual(hashesMined(told.slice(0, 1)));
  expect(hashesTold(await ofSecond.alertsOf(inSecond))).toEqual(hashesMined(alsoTold.slice(1)));
  expect([await ofFirst.alertsOf(inSecond), await ofSecond.alertsOf(inFirst)]).toEqual([[], []]);
  expect([ofFirst.pollsOf(inSecond), ofSecond.pollsOf(inFirst)]).toEqual([[], []]);
});
