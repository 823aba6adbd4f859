import type { SNSClient } from '@aws-sdk/client-sns';
import type { Log } from '../../functions/runtime/log.ts';
import type { Made, ServiceAnswer } from '../support/fakes/chat-services.ts';
import { deliverInMemory, lettersOf, notificationOf, queueOf } from '../support/worlds/deliver-lambda.ts';
import type { SimParameters } from './aws/parameters.ts';
import { alertsTopic } from './aws/topics.ts';
import type { Ground } from './ground.ts';
import { urls, withoutWorker } from './oracle/deliveries.ts';
import type { Oracle } from './oracle/oracle.ts';
import { Random } from './random.ts';
import type { stackOf } from './stack.ts';
import { type Destinations, destinationNames } from './story/destinations.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** The parts of the world that deliveries need. */
interface DeliveriesWorld extends Ground {
  readonly oracle: Oracle;
  readonly parameters: SimParameters;
  readonly stack: ReturnType<typeof stackOf>;
  readonly sns: SNSClient;
  readonly log: Log;
}

/** A service's answer while a mood lasts. */
const moods: Readonly<Record<string, ServiceAnswer | null>> = {
  well: null,
  hangs: { delivery: 'hang before the headers' },
  'takes it and hangs': { delivery: 'hang in the body', body: 'ok' },
  'resets the connection': { delivery: 'reset before the headers' },
  fails: { status: 500, body: 'internal error' },
  limits: { status: 429, headers: { 'retry-after': '20' } },
  'limits and does not say when': { status: 429 },
  refuses: { status: 403, body: 'invalid_payload' },
};
/** Share of the messages that come a second time, mostly after the first was delivered and deleted. */
const repeated = 0.15;
/** Minutes that a mood lasts. */
const moodLasts = 3;

/** Deliveries to two destinations, a webhook and a chat: their queues, the deployed function, and the services. */
export class SimDeliveries {
  private readonly world: DeliveriesWorld;
  private readonly kinds: Destinations;
  private readonly repeats: Random;
  private readonly delivering;

  constructor(world: DeliveriesWorld, kinds: Destinations) {
    this.world = world;
    this.kinds = kinds;
    this.repeats = new Random(world.story.seed + 14e6);
    const { oracle, parameters, stack, log } = world;
    parameters.put('/chainbell/destinations/hook', JSON.stringify({ url: urls.hook, secrets: [secret] }));
    parameters.put('/chainbell/destinations/chat', JSON.stringify({ url: urls.chat }));
    const answering = (call: Made) => this.answer(call);
    const aws = { ...world, ssm: parameters.ssm };
    this.delivering = deliverInMemory(aws, { settings: stack.settings, log, answering });
    this.delivering.lambda.full = (queue) => world.troubles.note(withoutWorker(queue));
    oracle.deliveries.deadLetters = (name) =>
      Array.from(this.delivering.queues.of(lettersOf(name)).messages, ({ body }) => body);
  }

  /** Whether the function runs at all. */
  run(runs: boolean): void {
    const { lambda } = this.delivering;
    lambda.down = !runs;
    if (runs) for (const name of destinationNames) lambda.poll(queueOf(name));
  }

  /** SNS has taken an alert, and delivers it to each queue within moments. */
  published(id: string, wallet: string, content: string): void {
    const { scheduler, random, oracle } = this.world;
    const MessageId = `${id}-${scheduler.now}`;
    const body = notificationOf(alertsTopic, content, scheduler.now, { MessageId });
    oracle.deliveries.published(id, wallet, content);
    for (const name of destinationNames) {
      const add = () => this.delivering.queues.of(queueOf(name)).add(body);
      scheduler.at(scheduler.now + random.between(5, 300), add);
      // SNS and SQS bring each message at least once.
      if (this.repeats.chance(repeated))
        scheduler.at(scheduler.now + this.repeats.between(1_000, 240_000), add);
    }
  }

  private answer(call: Made): ServiceAnswer {
    const name = call.url.startsWith(urls.hook) ? 'hook' : 'chat';
    const mood = this.moodOf(name);
    const { counts, troubles, oracle } = this.world;
    counts.add(`service: ${name} ${mood}`);
    const taken = mood === 'well' || mood === 'takes it and hangs';
    if (mood !== 'well') troubles.note(`${name} is unwell`);
    if (taken) oracle.deliveries.took(name, call, mood === 'well');
    else if (mood === 'refuses') oracle.deliveries.refused(name, call);
    return moods[mood] ?? { status: 200, body: 'ok' };
  }

  private moodOf(name: keyof Destinations): string {
    if (this.world.isSettled || this.kinds[name] === 'well') return 'well';
    const span = Math.floor(this.world.scheduler.now / (moodLasts * 60_000)) % 10_000;
    const random = new Random(this.world.story.seed * 7 + span + name.length * 1e5);
    return random.chance(0.5) ? 'well' : random.pick(Object.keys(moods));
  }
}
