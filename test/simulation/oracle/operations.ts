import * as z from 'zod';
import { apiFaults, awsFaults, laterAwsFaults } from '../faults.ts';
import type { Ground } from '../ground.ts';
import type { DeliveryJudge } from './deliveries.ts';

/** The fields that the oracle reads from an operations message. */
const operationsMessage = z.object({
  type: z.string(),
  state: z.enum(['began', 'ended']),
  wallet: z.string().nullable(),
  chain: z.string().nullable(),
  reason: z.string(),
  destination: z.string().optional(),
});
type Message = z.infer<typeof operationsMessage>;

interface OperationsOracle {
  readonly deliveries: DeliveryJudge;
  isWatched(wallet: string | null, chain: string | null): boolean;
  complain(complaint: string): void;
}

/** A poll publishes a problem in the same invocation: one minute, plus the grace period. */
const causeLasts = 300_000;
const apiGrace = 180_000;
/** Faults that may keep a message from being published, or from being recorded as published. */
const repeating = [...awsFaults, ...laterAwsFaults, 'crash', 'crash of a delivery'];
/** These last as long as their subject: a plan, a day. */
const mayStay = new Set(['polling.stretched', 'plan.exhausted', 'activity.missed']);

/** Entries and pages that cause trouble for one wallet, although the answer itself has no fault. */
const walletTroubles = ['an unreadable row', 'a wrong block number', 'a page with a cursor'] as const;

/**
 * The guarantees of operations messages: each has a cause; each incident begins once and then ends once, except for repeats after a
 * crash or a lost answer.
 */
export class OperationsJudge {
  /** The beginning of each incident that has not ended, by its key. */
  private readonly open = new Map<string, { readonly message: Message; readonly at: number }>();
  private readonly lastToldAt = new Map<string, number>();
  private readonly world: Ground;
  private readonly oracle: OperationsOracle;

  constructor(world: Ground, oracle: OperationsOracle) {
    this.world = world;
    this.oracle = oracle;
  }

  took(published: unknown): void {
    for (const message of eachOf(operationsMessage.parse(published))) this.tookOne(message);
  }

  private tookOne(message: Message): void {
    // One message summarises a bulk import, or many incidents of a kind.
    if (message.type === 'wallets.watching' || / more: /.test(message.reason)) return;
    const key = keyOf(message);
    const { now } = this.world.scheduler;
    const isOpen = this.open.has(key);
    if ((message.state === 'began') === isOpen && !this.mayRepeat(key, message)) {
      const fault = isOpen ? 'twice' : 'without a beginning';
      this.complain(message, `${message.state} ${fault}: ${message.reason}`);
    }
    this.lastToldAt.set(key, now);
    if (message.state === 'ended') {
      this.open.delete(key);
      return;
    }
    this.open.set(key, { message, at: now });
    if (this.causeAt(message) < now - causeLasts)
      this.complain(message, `began without a cause: ${message.reason}`);
  }

  /** All has been well for a while. */
  judgeEnd(): void {
    for (const { message, at } of this.open.values()) {
      if (mayStay.has(message.type) || this.causeAt(message, at) === this.world.scheduler.now) continue;
      // A deleted row's incident ends with the daily check of what deleted rows have left.
      if (isOfWallet(message) && !this.oracle.isWatched(message.wallet, message.chain)) continue;
      // The message went out, but its worker could not record that, so its end was not reported.
      if (this.world.troubles.hasMet(repeating, at - 60_000, at + 60_000)) continue;
      this.complain(message, `began at ${new Date(at).toISOString()} and never ended`);
    }
  }

  private complain({ type, wallet, destination }: Message, complaint: string): void {
    this.oracle.complain(`${type} of ${wallet ?? destination ?? 'all'} ${complaint}`);
  }

  /** After a crash or a fault of AWS, it may not be recorded that the previous message went out. */
  private mayRepeat(key: string, { type }: Message): boolean {
    const { troubles } = this.world;
    const before = this.lastToldAt.get(key) ?? Number.NEGATIVE_INFINITY;
    if (troubles.lastMet(repeating) > before - 60_000) return true;
    // Two workers may find at the same moment that a wallet's own trouble is over, because its state is saved later, in the wallet's item.
    return isOfWallet({ type }) && this.world.scheduler.now < before + 60_000;
  }

  /** When there was last a reason for the message, epoch milliseconds. */
  private causeAt({ type, wallet, chain, destination }: Message, began = Number.NEGATIVE_INFINITY): number {
    const { troubles, story, scheduler, watchlist } = this.world;
    const { quota, node } = story.settings;
    const typed = { wallet: wallet ?? '', chain: chain ?? '' };
    const onlyIf = (holds: boolean) => (holds ? scheduler.now : Number.NEGATIVE_INFINITY);
    switch (type) {
      case 'key.missing':
        return troubles.lastMet(['no parameter']);
      case 'key.refused':
        return troubles.lastMet(['status 401, key refused', 'old key refused']);
      case 'plan.exhausted':
        return quota === null ? troubles.lastMet(['status 401, plan exhausted']) : scheduler.now;
      case 'api.unavailable':
        return troubles.lastMet(apiFaults) + apiGrace;
      case 'wallet.failing':
        return troubles.lastMet([...apiFaults, ...awsFaults, 'cursor expired', 'crash', ...walletTroubles]);
      case 'backlog':
        return quota === null
          ? troubles.lastMet([...apiFaults, ...walletTroubles, 'SNS hangs'])
          : scheduler.now;
      case 'polling.stretched':
        return onlyIf(quota !== null);
      case 'activity.unavailable':
        return onlyIf(node !== undefined);
      case 'activity.missed':
        return onlyIf(node === 'leaves out');
      case 'destination.failing':
        if (story.settings.destinations === undefined) return Number.NEGATIVE_INFINITY;
        return this.oracle.deliveries.failingSince(destination ?? '', began);
      case 'row.duplicate':
        return watchlist.lastWrong('doubles', typed);
      case 'row.unreadable':
        return watchlist.lastWrong('broken', typed);
      case 'row.attribute':
        return watchlist.lastWrong('silent', typed);
      default:
        return Number.NEGATIVE_INFINITY;
    }
  }
}

/** Many wallets with one cause get one message, which names them at its end. */
function eachOf(message: Message): Message[] {
  const names = / For \d+ wallets: (.*)$/.exec(message.reason)?.[1];
  if (message.wallet !== null || names === undefined) return [message];
  return names.split(' | ').map((name) => {
    const [wallet = null, chain = null] = name.split(', ');
    return { ...message, wallet, chain };
  });
}

function isOfWallet({ type }: Pick<Message, 'type'>): boolean {
  return type.startsWith('wallet.') || type === 'backlog';
}

/** One incident, one key: a row's key includes the reason. */
function keyOf({ type, wallet, chain, destination }: Message): string {
  return JSON.stringify([type, wallet, chain, destination]);
}
