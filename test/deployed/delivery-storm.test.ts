import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { PublishCommand } from '@aws-sdk/client-sns';
import { PutParameterCommand } from '@aws-sdk/client-ssm';
import { afterAll, describe, expect, it } from 'vitest';
import { toSnsMessage } from '../../functions/alert/sns-message.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { run } from '../cli/chainbell.ts';
import { transferAlert } from '../support/alerts.ts';
import { type Received, startReceiver } from '../support/receiver.ts';
import { deploy, destroy } from './support/deploy.ts';
import { clientEnvironment } from './support/engine.ts';
import { ratedService } from './support/rated-service.ts';
import { createStack } from './support/stack.ts';
import { stack as first } from './support/the-stack.ts';

/** Telegram and Slack take one a second: 300 take more than five minutes, which is more than CI should wait. */
const alerts = Number(process.env.CHAINBELL_STORM ?? '60');
const wallets = 12;
const walletOf = (n: number) => parseAddress(`0x${String((n % wallets) + 1).padStart(40, '0')}`);
const { endpoint, region, apiPort } = first.deployment;
const stackName = 'Storm';
const scratch = await mkdtemp(join(tmpdir(), 'chainbell-storm-'));
const assembly = join(scratch, 'cdk.out');
const environment = clientEnvironment(endpoint, region);
const kinds = { tg: 'telegram', team: 'slack', guild: 'discord', hook: 'webhook', dead: 'webhook' };
const settings = {
  stackName,
  apiKeyParameter: '/chainbell/storm/key',
  destinations: JSON.stringify(Object.entries(kinds).map(([name, kind]) => ({ name, kind }))),
};
const outputs = await deploy(assembly, settings, environment, false);
const keyParameter = settings.apiKeyParameter;
const { aws } = createStack({ endpoint, region, apiPort, keyParameter, stackName, outputs });

const telegram = ratedService({
  most: 4,
  withinMs: 1_000,
  taken: () => ({ status: 200, body: '{"ok":true,"result":{"message_id":7}}' }),
  tooMany: (wait) => ({ status: 429, body: `{"ok":false,"parameters":{"retry_after":${wait}}}` }),
});
const slack = ratedService({
  most: 5,
  withinMs: 1_000,
  taken: () => ({ status: 200, body: 'ok' }),
  tooMany: (wait) => ({ status: 429, headers: { 'retry-after': String(wait) } }),
});
const discord = ratedService({
  most: 5,
  withinMs: 2_000,
  taken: () => ({ status: 200, body: '{"id":"1234567890"}' }),
  tooMany: (wait) => ({ status: 429, body: `{"retry_after":${wait}}` }),
});
const hook = ratedService({
  most: 1_000,
  withinMs: 1_000,
  taken: () => ({ status: 204 }),
  tooMany: () => ({ status: 429 }),
});
const services = { tg: telegram, team: slack, guild: discord, hook };
const receivers = {
  tg: await startReceiver(telegram.answer),
  team: await startReceiver(slack.answer),
  guild: await startReceiver(discord.answer),
  hook: await startReceiver(hook.answer),
  dead: await startReceiver(() => ({ status: 400, body: 'no' })),
};
const secrets = [`whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`];
for (const [name, value] of Object.entries({
  tg: { token: '1234:abc', chat: 42, api: receivers.tg.url },
  team: { url: receivers.team.url },
  guild: { url: receivers.guild.url },
  hook: { url: receivers.hook.url, secrets },
  dead: { url: receivers.dead.url, secrets },
})) {
  const parameter = { Name: `/chainbell/destinations/${name}`, Value: JSON.stringify(value) };
  await aws.ssm.send(new PutParameterCommand({ ...parameter, Type: 'SecureString', Overwrite: true }));
}

afterAll(async () => {
  for (const one of Object.values(receivers)) await one.close();
  await destroy(assembly, environment);
  await rm(scratch, { recursive: true, force: true });
});

/** Told apart by their amounts: 1 to `alerts`, one wallet after the other. */
async function publishAll(): Promise<void> {
  for (let n = 1; n <= alerts; n += 1) {
    const wallet = walletOf(n);
    const transfer = { to: { address: wallet, label: null }, value: BigInt(n) * 1_000_000n };
    const alert = transferAlert({ watch: { wallet }, transfer, id: `storm-${n}` });
    const message = toSnsMessage({ alert });
    await aws.sns.send(new PublishCommand({ TopicArn: outputs.AlertsTopicArn, ...message }));
  }
}

/** The numbers of the alerts that a receiver took, in its order. */
function numbersOf(received: readonly Received[]): number[] {
  return received.flatMap(({ body, status }) => {
    const [, number] = /(?:received |"amount":")(\d+)\b/.exec(body) ?? [];
    return number === undefined || status === null || status >= 300 ? [] : [Number(number)];
  });
}

describe(`${alerts} alerts in a minute`, () => {
  it(
    'arrive at each service, once, in order by wallet, whatever it answers meanwhile; a redrive brings the rest',
    async () => {
      const began = Date.now();
      await publishAll();
      expect(Date.now() - began).toBeLessThan(60_000);
      const all = Array.from({ length: alerts }, (_, n) => n + 1);
      const patience = 120_000 + alerts * 1_600;
      for (const [name, receiver] of Object.entries(receivers)) {
        if (name === 'dead') continue;
        await receiver.until((received) => new Set(numbersOf(received)).size === alerts, patience);
        const numbers = numbersOf(receiver.received);
        expect([name, numbers.toSorted((a, b) => a - b)]).toEqual([name, all]);
        for (let wallet = 0; wallet < wallets; wallet += 1) {
          const own = numbers.filter((n) => n % wallets === wallet);
          expect([name, wallet, own]).toEqual([name, wallet, own.toSorted((a, b) => a - b)]);
        }
      }
      expect(Object.entries(services).map(([name, { passed }]) => [name, passed])).toEqual(
        Object.keys(services).map((name) => [name, 0]),
      );
      // What the one refused was asked of it once each, and delayed nobody.
      expect(new Set(receivers.dead.received.map(({ headers }) => headers['webhook-id'])).size).toBe(alerts);
      receivers.dead.answer(() => ({ status: 204 }));
      const redriven = await run(['redrive', 'dead', '--stack', stackName]);
      expect(redriven).toMatchObject({ code: 0, stdout: `${alerts} dead letters of dead sent again.\n` });
      await receivers.dead.until((received) => numbersOf(received).length === alerts, 60_000);
      expect(numbersOf(receivers.dead.received).toSorted((a, b) => a - b)).toEqual(all);
    },
    300_000 + alerts * 3_000,
  );
});
