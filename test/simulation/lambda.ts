import { createDispatchHandler } from '../../functions/dispatch-polls/handler.ts';
import { createPollHandler } from '../../functions/poll-wallets/handler.ts';
import { pollingLimits } from '../../lib/limits.ts';
import { sqsEvent } from '../../lib/local/lambda/triggers.ts';
import { SimFunction } from './sim-function.ts';
import type { Worker } from './worker.ts';
import { dispatchFunction, pollFunction } from './workers.ts';
import type { World } from './world.ts';

const timeout = pollingLimits.timeout * 1_000;
const killAgain = 170;

/** Runs the stack's functions: one tick of the schedule each minute, and polls as the queue delivers them. */
export class Lambda {
  private down = false;
  private readonly world: World;
  private readonly dispatch;
  private readonly poll;

  constructor(world: World) {
    this.world = world;
    this.dispatch = new SimFunction(world, {
      name: 'dispatch',
      concurrency: Number.POSITIVE_INFINITY,
      timeout,
      make: (worker) => createDispatchHandler(() => dispatchFunction(world, worker)),
    });
    this.poll = new SimFunction(world, {
      name: 'poll',
      concurrency: world.stack.workers.concurrency,
      timeout,
      make: (worker) => createPollHandler(() => pollFunction(world, worker)),
      freed: () => this.takePolls(),
    });
    world.queue.polls.arrived = () => this.takePolls();
    world.queue.woken = (body) => this.wake(body);
  }

  /** One tick of the schedule. */
  tick(time: number): void {
    if (this.down) return;
    this.world.counts.add('seen: ticks');
    this.dispatch.invoke({ time: new Date(time).toISOString() }, (result, worker) =>
      this.judgeRefused(worker, result !== null),
    );
  }

  private wake(body: string): void {
    if (this.down) return;
    this.world.counts.add('seen: scans between ticks');
    this.dispatch.invoke({ Records: [{ body }] }, () => {});
  }

  /** The function's settings have changed: each of its next invocations is a cold start. */
  deploy(name: 'dispatch' | 'poll'): void {
    this[name].replace();
  }

  /** Kills a running invocation, as AWS may; if none runs, the next one. */
  kill(): void {
    if (this.poll.kill() || this.dispatch.kill()) this.world.counts.add('crash: at any moment');
    else if (!this.world.isSettled) this.world.scheduler.after(killAgain, () => this.kill(), null);
  }

  begin(): void {
    this.down = false;
    this.takePolls();
    this.world.deliveries?.run(true);
  }

  /** Nothing runs until the function starts again. */
  end(): void {
    this.down = true;
    this.world.deliveries?.run(false);
  }

  private takePolls(): void {
    const { polls } = this.world.queue;
    while (!this.down && this.poll.hasRoom()) {
      const [message] = polls.receive();
      if (message === undefined) return;
      this.world.counts.add('seen: poll invocations');
      this.poll.invoke(sqsEvent([{ MessageId: message.messageId, Body: message.body }]), (result) => {
        if (result?.batchItemFailures.length === 0) polls.messages.delete(message);
      });
    }
  }

  /** A dispatch that succeeds leaves no poll that SQS refused. */
  private judgeRefused(dispatcher: Worker, done: boolean): void {
    const { queue, oracle } = this.world;
    for (const [body, worker] of queue.refused) {
      if (worker !== dispatcher) continue;
      queue.refused.delete(body);
      if (done) oracle.complain('polls that SQS refused were given up without a word');
    }
  }
}
