import { createDispatchHandler } from '../../functions/dispatch-polls/handler.ts';
import { createPollHandler } from '../../functions/poll-wallets/handler.ts';
import { pollingLimits } from '../../lib/polling-limits.ts';
import type { QueuedPolls } from './aws/poll-queue.ts';
import { Worker } from './worker.ts';
import { dispatchFunction, pollFunction } from './workers.ts';
import type { World } from './world.ts';

type PollHandler = ReturnType<typeof createPollHandler>;

const timeout = pollingLimits.timeout * 1_000;

interface Slot {
  worker: Worker;
  handler: PollHandler;
  busy: boolean;
}

/** Runs the functions as Lambda does: cold starts, warm workers, time-outs, and a queue that is polled by two workers. */
export class Lambda {
  /** True while nothing runs. */
  down = false;
  private readonly slots: Slot[] = [];
  private readonly world: World;
  private dispatcher: {
    worker: Worker;
    handler: ReturnType<typeof createDispatchHandler>;
    busy: boolean;
  } | null = null;
  private starts = 0;

  constructor(world: World) {
    this.world = world;
    world.queue.arrived = () => this.takePolls();
  }

  /** One tick of the schedule. */
  tick(time: number): void {
    if (this.down) return;
    const { scheduler, counts, queue, oracle } = this.world;
    counts.add('seen: ticks');
    if (this.dispatcher === null || !this.dispatcher.worker.alive || this.dispatcher.busy) {
      const worker = this.coldStart('dispatch');
      worker.onDeath = () => this.died(worker);
      this.dispatcher = {
        worker,
        busy: false,
        handler: createDispatchHandler(() => dispatchFunction(this.world, worker)),
      };
    }
    const { dispatcher } = this;
    dispatcher.busy = true;
    dispatcher.worker.begin();
    const cut = scheduler.after(timeout, () => dispatcher.worker.die(), dispatcher.worker);
    const ended = (done: boolean) => {
      cut();
      dispatcher.busy = false;
      for (const [body, worker] of queue.refused) {
        if (worker !== dispatcher.worker) continue;
        queue.refused.delete(body);
        if (done) oracle.complain('polls that SQS refused were given up without a word');
      }
    };
    this.run(dispatcher.worker, () => {
      dispatcher.handler({ time: new Date(time).toISOString() }).then(
        () => ended(true),
        () => ended(false),
      );
    });
  }

  /** Cuts off whatever runs, as AWS may. */
  kill(): void {
    const victim = this.slots.find(({ busy }) => busy)?.worker ?? this.dispatcher?.worker;
    if (victim === undefined) return;
    this.world.counts.add('crash: at any moment');
    victim.die();
  }

  begin(): void {
    this.down = false;
    this.takePolls();
  }

  private takePolls(): void {
    while (!this.down) {
      const slot = this.freeSlot();
      const message = slot === null ? null : this.world.queue.receive();
      if (slot === null || message === null) return;
      this.invoke(slot, message);
    }
  }

  private freeSlot(): Slot | null {
    const free = this.slots.find(({ busy }) => !busy);
    if (free !== undefined) return free;
    if (this.slots.length >= this.world.stack.workers.concurrency) return null;
    const worker = this.coldStart('poll');
    const handler = createPollHandler(() => pollFunction(this.world, worker));
    const slot = { worker, handler, busy: false };
    worker.onDeath = () => {
      this.slots.splice(this.slots.indexOf(slot), 1);
      this.died(worker);
      this.world.scheduler.after(10, () => this.takePolls(), null);
    };
    this.slots.push(slot);
    return slot;
  }

  private invoke(slot: Slot, message: QueuedPolls): void {
    const { scheduler, queue, counts } = this.world;
    const { worker } = slot;
    counts.add('seen: poll invocations');
    slot.busy = true;
    worker.begin();
    const endsAt = scheduler.now + timeout;
    const cut = scheduler.after(
      timeout,
      () => {
        counts.add('crash: at the time-out of Lambda');
        worker.die();
      },
      worker,
    );
    const event = { Records: [recordOf(message)] };
    const ended = (failed: boolean) => {
      cut();
      slot.busy = false;
      if (!failed) queue.delete(message);
      scheduler.after(1, () => this.takePolls(), null);
    };
    this.run(worker, () => {
      slot
        .handler(event, { getRemainingTimeInMillis: () => endsAt - scheduler.now })
        .then(({ batchItemFailures }) => ended(batchItemFailures.length > 0))
        .catch(() => ended(true));
    });
  }

  private run(worker: Worker, start: () => void): void {
    this.world.scheduler.after(1, start, worker);
  }

  private coldStart(name: string): Worker {
    this.starts += 1;
    return new Worker(`${name} ${this.starts}`, this.world.scheduler, this.world.clockSkew());
  }

  private died(worker: Worker): void {
    this.world.oracle.mayRepeat(worker);
  }
}

function recordOf({ id, body }: QueuedPolls) {
  return {
    messageId: id,
    body,
    receiptHandle: id,
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: 'x',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:polls',
    awsRegion: 'eu-central-1',
  };
}
