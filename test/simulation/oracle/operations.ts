import * as z from 'zod';
import { apiFaults, awsFaults, laterAwsFaults } from '../faults.ts';
import type { Ground } from '../ground.ts';
import type { DeliveryJudge } from './deliveries.ts';

/** What the oracle reads of a message to operations. */
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

/** A poll that meets something publishes it in the same invocation: a minute, and the minutes of a grace. */
const causeLasts = 300_000;
const apiGrace = 180_000;
/** What may keep a message from being published, or from being remembered as published. */
const repeating = [...awsFaults, ...laterAwsFaults, 'crash', 'crash of a delivery'];
/** These stay as long as what they are of: a plan, a day. */
const mayStay = new Set(['polling.stretched', 'plan.exhausted', 'activity.missed']);

/** Entries and pages that trouble one wallet, without a fault of a whole answer. */
const walletTroubles = ['an unreadable row', 'a wrong block number', 'a page with a cursor'] as const;

/**
 * What is true of the messages to operations: none without its cause, each beginning once and then its end once, but for what a
 * crash or a lost answer repeats.
 */
export class OperationsJudge {
  /** When each began that has not ended, by what it is about. */
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
    // A bulk import is summed up in one message, and many of a kind in one.
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
      // Of a deleted row it ends with the daily look at what such rows have left.
      if (isOfWallet(message) && !this.oracle.isWatched(message.wallet, message.chain)) continue;
      // It went out, but its worker could not record that, so its end was not reported.
      if (this.world.troubles.hasMet(repeating, at - 60_000, at + 60_000)) continue;
      this.complain(message, `began at ${new Date(at).toISOString()} and never ended`);
    }
  }

  private complain({ type, wallet, destination }: Message, complaint: string): void {
    this.oracle.complain(`${type} of ${wallet ?? destination ?? 'all'} ${complaint}`);
  }

  /** After a crash or a fault of AWS the message before may not be known to have gone out. */
  private mayRepeat(key: string, { type }: Message): boolean {
    const { troubles } = this.world;
    const before = this.lastToldAt.get(key) ?? Number.NEGATIVE_INFINITY;
    if (troubles.lastMet(repeating) > before - 60_000) return true;
    // Two workers may find at the same moment that a wallet's own trouble is over: it is in the wallet's item, and saved later.
    return isOfWallet({ type }) && this.world.scheduler.now < before + 60_000;
  }

  /** Epoch milliseconds of when there was a reason for it, the last time. */
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
        return quota === null ? troubles.lastMet([...apiFaults, ...walletTroubles]) : scheduler.now;
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
      default:
        return Number.NEGATIVE_INFINITY;
    }
  }
}

/** A cause that many wallets share is one message, which names them at its end. */
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

/** One incident, one key: of a row its reason belongs to it. */
function keyOf({ type, wallet, chain, destination }: Message): string {
  return JSON.stringify([type, wallet, chain, destination]);
}
