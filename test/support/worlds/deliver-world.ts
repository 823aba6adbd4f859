import { randomUUID } from 'node:crypto';
import type { Alert } from '../../../functions/alert/alert.ts';
import type { DestinationKind } from '../../../functions/deliver-alerts/environment.ts';
import { readSettings } from '../../../lib/aws/settings/read-settings.ts';
import { AwsCalls, plainCalls } from '../../simulation/aws/aws-calls.ts';
import { namePoints } from '../../simulation/aws/name-points.ts';
import { SimParameters } from '../../simulation/aws/parameters.ts';
import { Tables } from '../../simulation/aws/tables.ts';
import { alertsTopic, createTopics, operationsTopic } from '../../simulation/aws/topics.ts';
import { Counts } from '../../simulation/counts.ts';
import { Random } from '../../simulation/random.ts';
import { Troubles } from '../../simulation/troubles.ts';
import { transferAlert, treasury } from '../alerts.ts';
import type { Answering } from '../fakes/chat-services.ts';
import { Scheduler } from '../scheduler.ts';
import { deliverInMemory, lettersOf, notificationOf, queueOf } from './deliver-lambda.ts';

/** Valid parameters, by kind. */
export const parameters = {
  webhook: { url: 'https://hooks.example.org/in', secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] },
  slack: { url: 'https://hooks.slack.com/services/T0/B0/xxxxxxxxxxxx' },
  discord: { url: 'https://discord.com/api/webhooks/1/yyyyyyyyyyyy' },
  telegram: { token: '1234:abcdefghij', chat: 42 },
  pagerduty: { routingKey: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' },
};

const answers = {
  webhook: { status: 200 },
  slack: { status: 200, body: 'ok' },
  discord: { status: 200, body: '{"id":"1234567890"}' },
  telegram: { status: 200, body: '{"ok":true,"result":{"message_id":7}}' },
  pagerduty: { status: 202, body: '{"status":"success"}' },
};

/** The name of a world's destination. */
export const team = 'team';

interface WorldOptions {
  /** The parameter's value for `team`. */
  readonly parameter?: unknown;
  /** Further destinations, with valid parameters. */
  readonly others?: Readonly<Record<string, DestinationKind>>;
}

/** An operations message as published. */
export interface Told {
  readonly type: string;
  readonly state: string;
  readonly reason: string;
  readonly destination?: string;
}

export type DeliverWorld = ReturnType<typeof deliverWorld>;

/**
 * Destinations with their queues in virtual time, and the deployed deliver function: made from its environment, run
 * as Lambda runs it. Tables, queues, topics and services are in memory; calls to them take time and can fail.
 */
export function deliverWorld(kind: DestinationKind, { parameter, others = {} }: WorldOptions = {}) {
  const kinds: Readonly<Record<string, DestinationKind>> = { [team]: kind, ...others };
  const names = Object.keys(kinds);
  const scheduler = new Scheduler(Date.parse('2026-01-02T03:04:05.000Z'));
  const troubles = new Troubles(new Counts(), () => scheduler.now);
  const calls = new AwsCalls(scheduler, troubles, new Random(1), new Random(2));
  const told: Told[] = [];
  const logged: string[] = [];
  const counted: string[] = [];
  const tables = new Tables(calls, {
    now: () => scheduler.now,
    lag: () => 0,
    namePoints,
  });
  const sns = createTopics(calls, (_topic, json) => void told.push(JSON.parse(json)));
  let reads = 0;
  let fault: Error | null = null;
  const read = async () => {
    reads += 1;
    if (fault !== null) throw fault;
  };
  const parameterStore = new SimParameters(plainCalls(read), troubles);
  const put = (value: unknown, destination = team) =>
    parameterStore.put(
      `/chainbell/destinations/${destination}`,
      value === null || typeof value === 'string' ? value : JSON.stringify(value),
    );
  for (const name of names)
    put(
      JSON.stringify(name === team ? (parameter ?? parameters[kind]) : parameters[kinds[name] ?? kind]),
      name,
    );
  const note = (message: string, details?: unknown) =>
    void logged.push(`${message} ${JSON.stringify(details)}`);
  const settings = readSettings({
    destinations: names.map((name) => ({ name, kind: kinds[name] })),
    runbookUrl: 'https://chainbell.example/docs/runbook.md',
  });
  const { queues, services, lambda } = deliverInMemory(
    { calls, tables, scheduler, sns, ssm: parameterStore.ssm },
    {
      settings,
      log: { info: note, warn: note, error: note },
      answering: () => answers[kind],
      count: (name) => void counted.push(name),
    },
  );

  /** Publishes to all destinations, or to one. */
  function send(
    content: string,
    { fromOperations = false, subject = null as string | null, to = names as readonly string[] } = {},
  ): void {
    scheduler.now += 1;
    const topic = fromOperations ? operationsTopic : alertsTopic;
    const body = notificationOf(topic, content, scheduler.now - 1_000, {
      MessageId: randomUUID(),
      ...(subject === null ? {} : { Subject: subject }),
    });
    for (const name of to) queues.of(queueOf(name)).add(body);
  }

  /** Lets time pass and runs everything due. */
  async function pass(milliseconds: number): Promise<void> {
    await scheduler.runUntil(scheduler.now + milliseconds);
  }

  /** The transfers sent so far: each has an id of its own. */
  let numbered = 0;
  return {
    scheduler,
    troubles,
    tables,
    services,
    lambda,
    told,
    logged,
    counted,
    send,
    pass,
    get made() {
      return services.made;
    },
    /** The queue of `team`. */
    teamQueue: queues.of(queueOf(team)),
    queue: (destination = team) => [...queues.of(queueOf(destination)).messages],
    /** Puts a message that SNS did not send into a queue. */
    enqueue: (body: string, destination = team) => queues.of(queueOf(destination)).add(body),
    dead: (destination = team) =>
      Array.from(queues.of(lettersOf(destination)).messages, ({ body, attributes: { status, reason } }) => ({
        body,
        status,
        reason,
      })),
    /** Sends a destination's dead letters to its queue again, as `npx chainbell redrive` does. */
    redrive(destination = team): void {
      const { messages } = queues.of(lettersOf(destination));
      for (const { body } of messages) queues.of(queueOf(destination)).add(body);
      messages.clear();
    },
    now: () => scheduler.now,
    reads: () => reads,
    alert: (alert: Alert) => send(JSON.stringify(alert)),
    /** This many transfers, of the wallets in turn; each alert's id and amount show its place. */
    transfers(count: number, wallets: readonly string[] = [treasury]): void {
      for (let i = 0; i < count; i += 1) {
        const wallet = i % wallets.length;
        const value = BigInt(i + 1) * 1_000_000n;
        const { wallet: of, ...alert } = transferAlert({
          id: `a${String(numbered).padStart(4, '0')}`,
          watch: { label: `Wallet ${wallet}` },
          transfer: { value },
        });
        send(JSON.stringify({ ...alert, wallet: { ...of, address: wallets[wallet] } }));
        numbered += 1;
      }
    },
    answer(next: Answering): void {
      services.answering = next;
    },
    /** Sets a destination's parameter; null deletes it. */
    put,
    /** SSM fails each read with this error, until it is set to null. */
    failReads(next: Error | null): void {
      fault = next;
    },
    /** Lets time pass without running anything, then runs everything due by then. */
    async sleepOver(milliseconds: number): Promise<void> {
      lambda.down = true;
      await pass(milliseconds);
      lambda.down = false;
      for (const name of names) lambda.poll(queueOf(name));
      await pass(60_000);
    },
    /** Delivers what can be delivered now. */
    async deliverVisible(): Promise<void> {
      do await pass(100);
      while (
        lambda.busy() > 0 ||
        names.some((name) =>
          queues
            .of(queueOf(name))
            .messages.values()
            .some(({ visibleAt }) => visibleAt <= scheduler.now),
        )
      );
    },
  };
}
