import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { deployOwnStack } from './support/own-stack.ts';
import { hashesMined, hashesTold, setScene } from './support/scene.ts';
import { stack as first } from './support/the-stack.ts';

/** In the same account and region as the first stack, with another name, key and API. */
const second = await deployOwnStack({ stackName: 'Second', keyParameter: '/chainbell/second/key' });
const ofFirst = await setScene();
const ofSecond = await setScene({ stack: second, key: 'the-second-key', throwAway: true });

const countedMetrics = z.object({ stack: z.string(), TransfersTold: z.unknown() });

describe('two stacks of one account and region', () => {
  it('each poll with their own key, and report only their own wallet', async () => {
    const inFirst = await ofFirst.watched();
    const inSecond = await ofSecond.watched();
    const since = Date.now();
    // Each API shows both transfers, so that only the stacks keep them apart.
    const rows = [ofFirst, ofSecond].map((scene) => [scene.receive(inFirst), scene.receive(inSecond)]);
    await first.tick();
    await second.tick();
    const [told = [], alsoTold = []] = rows;
    expect(hashesTold(await ofFirst.alertsOf(inFirst))).toEqual(hashesMined(told.slice(0, 1)));
    expect(hashesTold(await ofSecond.alertsOf(inSecond))).toEqual(hashesMined(alsoTold.slice(1)));
    expect([await ofFirst.alertsOf(inSecond), await ofSecond.alertsOf(inFirst)]).toEqual([[], []]);
    expect([ofFirst.pollsOf(inSecond), ofSecond.pollsOf(inFirst)]).toEqual([[], []]);
    expect(await countedBy(first, since)).toEqual(['Chainbell']);
    expect(await countedBy(second, since)).toEqual(['Second']);
  });

  it('have alarms with different names', async () => {
    const xml = await first.aws.query('monitoring', { Action: 'DescribeAlarms', Version: '2010-08-01' });
    const names = [...xml.matchAll(/<AlarmName>([^<]+): polls blocked<\/AlarmName>/g)].map(
      ([, name]) => name,
    );
    expect(names.toSorted()).toEqual(['Chainbell', 'Second']);
  });
});

/** The stacks whose transfers a stack's poll function counted, read from its log as CloudWatch does. */
async function countedBy(stack: typeof first, since: number): Promise<string[]> {
  const lines = await stack.aws.logLines(stack.outputs.PollWalletsFunctionName, since);
  const counted = lines.flatMap((line) => {
    const json = line.startsWith('{"_aws"') ? countedMetrics.safeParse(JSON.parse(line)) : null;
    return json?.data?.TransfersTold === undefined ? [] : [json.data.stack];
  });
  return [...new Set(counted)];
}
