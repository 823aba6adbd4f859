import { alertSchema } from '../../../functions/alert/alert.ts';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import { slackPayload } from '../../../functions/deliver-alerts/kinds/slack.ts';
import type { Made } from '../../support/fakes/chat-services.ts';
import { queueOf } from '../../support/worlds/deliver-lambda.ts';
import { troubleAt } from '../aws/aws-calls.ts';
import { awsFaults } from '../faults.ts';
import type { Ground } from '../ground.ts';
import { destinationNames, type DestinationName as Name } from '../story/destinations.ts';

export const urls = {
  hook: 'https://hooks.example.org/in',
  chat: 'https://hooks.slack.com/services/T0/B0/x',
} as const satisfies Record<Name, string>;

/** An alert on the topic. */
interface Expected {
  readonly id: string;
  readonly wallet: string;
  readonly at: number;
  /** The alert as the chat shows it: the chat's messages carry no id. */
  readonly shown: string;
}

interface Taken {
  readonly at: number;
  readonly answered: boolean;
}

/** A webhook takes each alert at once; alerts published in a storm wait for the workers. */
const longestWait = 180_000;
/** Faults that hit a delivery, and faults that make other deliveries late. */
const ofDeliveries = [...awsFaults.filter((kind) => !kind.startsWith('SNS')), 'crash of a delivery', 'slow'];
/** Faults that keep the beginning of a destination's trouble from operations, and how soon after the trouble they count. */
const untelling = [
  'SNS refuses',
  'SNS refuses operations',
  'SNS takes it and the answer is lost',
  'SNS hangs',
  'crash of a delivery',
];
const tellingTakes = 30_000;
const joining = troubleAt('put waiting');
const troubling = [...awsFaults, 'crash', 'crash of a delivery', 'slow'];

/**
 * The guarantees of deliveries: every alert on the topic reaches every destination or its dead letters, each wallet's in their
 * order, none twice except after a crash or a lost answer, and no destination waits for another.
 */
export class DeliveryJudge {
  private readonly expected: Expected[] = [];
  private readonly known = new Set<string>();
  private readonly taken = new Map<string, Taken[]>();
  private readonly refusals = new Set<string>();
  /** The bodies in a destination's dead-letter queue. */
  deadLetters: (name: Name) => readonly string[] = () => [];
  private readonly world: Pick<Ground, 'scheduler' | 'counts' | 'troubles'>;
  private readonly complain: (complaint: string) => void;

  constructor(world: DeliveryJudge['world'], complain: DeliveryJudge['complain']) {
    this.world = world;
    this.complain = complain;
  }

  published(id: string, wallet: string, content: string): void {
    if (this.known.has(id)) return;
    this.known.add(id);
    const shown = JSON.stringify(slackPayload(alertMessage(alertSchema.parse(JSON.parse(content)))));
    this.expected.push({ id, wallet, at: this.world.scheduler.now, shown });
  }

  /** A service has taken a message. @param answered whether its answer was sent */
  took(name: Name, call: Made, answered: boolean): void {
    const place = this.placeOf(name, call);
    const message = this.expected[place];
    if (message === undefined) {
      this.complain(`${name} got what nobody published: ${call.body}`);
      return;
    }
    const key = keyOf(name, message.id);
    const before = this.taken.get(key) ?? [];
    const { now } = this.world.scheduler;
    const [first] = before;
    if (first !== undefined && before.every((one) => one.answered) && !this.hasMet(ofDeliveries, first.at))
      this.complain(`${name} got ${message.id} again without a crash or a lost answer`);
    if (first === undefined) this.judgeFirst(name, place);
    this.taken.set(key, [...before, { at: now, answered }]);
    this.world.counts.add(`seen: deliveries to ${name}`);
  }

  /** The service refuses this message for good: it becomes a dead letter. */
  refused(name: Name, call: Made): void {
    const message = this.expected[this.placeOf(name, call)];
    if (message !== undefined) this.refusals.add(keyOf(name, message.id));
  }

  /**
   * Since when a destination has been in a state that operations must hear of; now if it took nothing since. If SNS refuses
   * the message about the beginning, the next delivery sends it, whenever that is.
   */
  failingSince(name: string, began: number): number {
    const { troubles, scheduler } = this.world;
    const unwellAt = troubles.lastMet([`${name} is unwell`]);
    const isUntold = troubles.hasMet(untelling, unwellAt, unwellAt + tellingTakes);
    if (isUntold && !this.hasTaken(name, unwellAt, scheduler.now - tellingTakes)) return scheduler.now;
    return this.hasTaken(name, began, scheduler.now) ? unwellAt : scheduler.now;
  }

  private hasTaken(name: string, after: number, until: number): boolean {
    return Array.from(this.taken).some(
      ([key, all]) =>
        key.startsWith(`${name} `) && all.some(({ at, answered }) => answered && at > after && at <= until),
    );
  }

  /** All has been well for long enough. */
  judgeEnd(): void {
    for (const name of destinationNames) {
      const letters = this.deadLetters(name);
      const arrivals = ({ id }: (typeof this.expected)[number]) =>
        Number(this.taken.has(keyOf(name, id))) + Number(letters.some((body) => body.includes(id)));
      const alike = Map.groupBy(this.expected, (one) => seenBy(name, one));
      const lost = Array.from(alike.values()).flatMap((those) => {
        const arrived = those.reduce((sum, one) => sum + arrivals(one), 0);
        return arrived < those.length ? those.filter((one) => arrivals(one) === 0) : [];
      });
      const [first] = lost;
      if (first !== undefined)
        this.complain(`${lost.length} alert(s) never reached ${name}, nor its dead letters: ${first.id}`);
    }
  }

  private judgeFirst(name: Name, place: number): void {
    const message = this.expected[place];
    if (message === undefined) return;
    const { troubles, scheduler } = this.world;
    const { now } = scheduler;
    const overtaken = this.expected.slice(0, place).find(
      ({ id, wallet, at }) =>
        wallet === message.wallet &&
        // SQS gives a message's arrival in milliseconds, so two of the same millisecond have no order.
        at < message.at &&
        !this.taken.has(keyOf(name, id)) &&
        !this.refusals.has(keyOf(name, id)),
    );
    const isHeldUp =
      overtaken !== undefined && troubles.hasMet([withoutWorker(queueOf(name))], overtaken.at, now);
    if (overtaken !== undefined && !isHeldUp && !this.mayLackPlace(name, overtaken))
      this.complain(`${name} got ${message.id} before ${overtaken.id} of the same wallet`);
    const isSlow = name === 'hook' && now - message.at > longestWait;
    const own = troubles.hasMet(['hook is unwell'], 0, now);
    if (isSlow && !own && !this.hasMet(troubling, message.at - 600_000))
      this.complain(`${name} got ${message.id} after ${now - message.at} ms, though it was well`);
  }

  /**
   * A message that could not take its place in line is recorded nowhere, and comes back after its visibility timeout. If the chat
   * gets a later message of the same text meanwhile, that call counts as the missing message, and the later message seems missing.
   */
  private mayLackPlace(name: Name, message: Expected): boolean {
    const { troubles, scheduler } = this.world;
    const first = this.expected.find((one) => seenBy(name, one) === seenBy(name, message)) ?? message;
    return troubles.hasMet([joining], first.at, scheduler.now);
  }

  private hasMet(kinds: readonly string[], from: number): boolean {
    return this.world.troubles.hasMet(kinds, from - 60_000, this.world.scheduler.now);
  }

  /** The index of the alert that a call delivers. If two look the same: the first that was not taken yet, or whose answer was lost. */
  private placeOf(name: Name, { headers, body }: Made): number {
    if (name === 'hook') return this.expected.findIndex(({ id }) => headers['webhook-id'] === id);
    const alike = this.expected.flatMap(({ id, shown }, place) => (shown === body ? [{ place, id }] : []));
    const isTaken = ({ id }: Pick<Expected, 'id'>) => this.taken.has(keyOf(name, id));
    const isFresh = (one: Pick<Expected, 'id'>) => !isTaken(one) && !this.refusals.has(keyOf(name, one.id));
    const isUnanswered = ({ id }: Pick<Expected, 'id'>) =>
      this.taken.get(keyOf(name, id))?.every(({ answered }) => !answered) ?? false;
    // SQS may deliver a refused message a second time, and the service may then take it.
    const isUntaken = (one: Pick<Expected, 'id'>) => !isTaken(one);
    return (
      (alike.find(isFresh) ?? alike.find(isUnanswered) ?? alike.find(isUntaken) ?? alike[0])?.place ?? -1
    );
  }
}

/** Such a message is in no worker's line: SNS may have brought it after a later one, which then goes first. */
export function withoutWorker(queue: string): string {
  return `no worker of ${queue} is free`;
}

/** A chat's call does not say which of several alerts with equal text it delivers. */
function seenBy(name: Name, { shown, id }: Expected): string {
  return name === 'chat' ? shown : id;
}

function keyOf(name: string, id: string): string {
  return `${name} ${id}`;
}
