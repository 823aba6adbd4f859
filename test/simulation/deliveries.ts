import type { SNSClient } from '@aws-sdk/client-sns';
import { deliverDependencies } from '../../functions/deliver-alerts/dependencies.ts';
import { createDeliverHandler } from '../../functions/deliver-alerts/handler.ts';
import type { Log } from '../../functions/runtime/log.ts';
import { deliverVariables } from '../../lib/environment.ts';
import { ChatServices, type Made, type ServiceAnswer } from '../support/chat-services.ts';
import { DeliverLambda } from '../support/deliver-lambda.ts';
import { DestinationQueues } from '../support/destination-queues.ts';
import type { AwsCalls } from './aws/aws-calls.ts';
import type { SimParameters } from './aws/parameters.ts';
import type { Tables } from './aws/tables.ts';
import { alertsTopic, operationsTopic } from './aws/topics.ts';
import { DeliveryJudge, urls } from './oracle/deliveries.ts';
import type { OracleWorld } from './oracle/oracle-world.ts';
import { Random } from './random.ts';
import type { stackOf } from './stack.ts';
import { type Destinations, destinationNames } from './story/destinations.ts';

const stackName = 'Chainbell';
const queueOf = (name: string) => `${stackName}-${name}`;
const lettersOf = (name: string) => `${stackName}-${name}-dead-letters`;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** What of the world deliveries reach. */
interface DeliveriesWorld extends Omit<OracleWorld, 'deliveries'> {
  readonly oracle: { complain(complaint: string): void };
  readonly parameters: SimParameters;
  readonly tables: Tables;
  readonly stack: ReturnType<typeof stackOf>;
  readonly sns: SNSClient;
  readonly log: Log;
  readonly random: Random;
  readonly isSettled: boolean;
}

/** What a service does for some minutes. */
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
/** A mood lasts for so many minutes. */
const moodLasts = 3;

/** Deliveries to two destinations, a webhook and a chat: their queues, the deployed function, and the services. */
export class SimDeliveries {
  readonly judge: DeliveryJudge;
  private readonly lambda: DeliverLambda;
  private readonly queues: DestinationQueues;
  private readonly world: DeliveriesWorld;
  private readonly kinds: Destinations;
  private readonly seed: number;
  private readonly repeats: Random;

  constructor(world: DeliveriesWorld, calls: AwsCalls, kinds: Destinations, seed: number) {
    this.world = world;
    this.kinds = kinds;
    this.seed = seed;
    this.repeats = new Random(seed + 14e6);
    const { scheduler, parameters, tables, stack, sns, log } = world;
    this.queues = new DestinationQueues(
      calls,
      scheduler,
      destinationNames.flatMap((name) => [queueOf(name), lettersOf(name)]),
    );
    this.judge = new DeliveryJudge(world, (name) =>
      this.queues.messages(lettersOf(name)).map(({ body }) => body),
    );
    parameters.put('/chainbell/destinations/hook', JSON.stringify({ url: urls.hook, secrets: [secret] }));
    parameters.put('/chainbell/destinations/chat', JSON.stringify({ url: urls.chat }));
    const services = new ChatServices(scheduler, (call) => this.answer(call));
    const variables = deliverVariables(stack.settings, {
      stackName,
      deliveriesTable: 'Deliveries',
      stateTable: 'State',
      opsTopicArn: operationsTopic,
      queueUrl: `https://sqs.example/${queueOf('hook')}`,
    });
    const clock = {
      now: () => scheduler.now,
      // The invocation that runs now is the one that sleeps.
      sleep: (ms: number, signal?: AbortSignal) =>
        scheduler.clock({ owner: scheduler.owner }).sleep(ms, signal),
    };
    const overrides = { documents: tables.client((item) => structuredClone(item)), sns, log, clock };
    const makeHandler = () =>
      createDeliverHandler(async () => {
        const made = await deliverDependencies(variables, {
          ...overrides,
          sqs: this.queues.sqs,
          ssm: parameters.ssm,
          dispatcher: services,
        });
        return { ...made, deps: { ...made.deps, count() {} }, flush() {} };
      });
    this.lambda = new DeliverLambda(makeHandler, this.queues, scheduler);
  }

  /** Whether the function runs at all. */
  run(runs: boolean): void {
    this.lambda.down = !runs;
    if (runs) for (const name of destinationNames) this.lambda.poll(queueOf(name));
  }

  /** SNS has taken an alert, and hands it to each queue within moments. */
  published(id: string, wallet: string, content: string): void {
    const { scheduler, random } = this.world;
    const body = JSON.stringify({
      Type: 'Notification',
      MessageId: `${id}-${scheduler.now}`,
      TopicArn: alertsTopic,
      Message: content,
      Timestamp: new Date(scheduler.now).toISOString(),
    });
    this.judge.published(id, wallet, content);
    for (const name of destinationNames) {
      const add = () => this.queues.add(queueOf(name), body);
      scheduler.at(scheduler.now + random.between(5, 300), add);
      // SNS and SQS bring each message at least once.
      if (this.repeats.chance(repeated))
        scheduler.at(scheduler.now + this.repeats.between(1_000, 240_000), add);
    }
  }

  private answer(call: Made): ServiceAnswer {
    const name = call.url.startsWith(urls.hook) ? 'hook' : 'chat';
    const mood = this.moodOf(name);
    this.world.counts.add(`service: ${name} ${mood}`);
    const taken = mood === 'well' || mood === 'takes it and hangs';
    if (mood !== 'well') this.world.troubles.note(`${name} is unwell`);
    if (taken) this.judge.took(name, call, mood === 'well');
    else if (mood === 'refuses') this.judge.refused(name, call);
    return moods[mood] ?? { status: 200, body: 'ok' };
  }

  private moodOf(name: keyof Destinations): string {
    if (this.world.isSettled || this.kinds[name] === 'well') return 'well';
    const span = Math.floor(this.world.scheduler.now / (moodLasts * 60_000)) % 10_000;
    const random = new Random(this.seed * 7 + span + name.length * 1e5);
    return random.chance(0.5) ? 'well' : random.pick(Object.keys(moods));
  }
}
