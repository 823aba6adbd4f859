import { Scheduler } from '../../support/scheduler.ts';
import type { AwsFault, AwsService } from '../faults.ts';
import type { Random } from '../random.ts';
import type { Troubles } from '../troubles.ts';
import { Worker } from '../worker.ts';

/** A call to AWS: its name, its possible faults, and its effect. */
export interface AwsCall<Result> {
  readonly point: string;
  readonly service: AwsService;
  readonly faults: readonly AwsFault[];
  /** The effect on AWS's side; it happens even if the caller is dead by then. An error thrown is the answer. */
  readonly act: (fault: AwsFault | null, worker: Worker) => Result;
  readonly signal?: AbortSignal | undefined;
}

const slow = 6_000;

/** The kind under which the counts list a call that was refused, lost, slow or hit by a crash. */
export function troubleAt(point: string): string {
  return `trouble: ${point}`;
}

/**
 * Calls that take time: first the effect, then the answer, each after a delay. Workers overtake one another meanwhile,
 * and each can crash before or after the effect.
 */
export class AwsCalls {
  private readonly scheduler: Scheduler;
  private readonly troubles: Troubles;
  private readonly random: Random;
  /** A separate generator, so that it does not change the other random draws. */
  private readonly leaving: Random;
  /** Called for each worker whose call goes wrong. */
  faulted: (worker: Worker) => void = () => {};

  constructor(scheduler: Scheduler, troubles: Troubles, random: Random, leaving: Random) {
    this.scheduler = scheduler;
    this.troubles = troubles;
    this.random = random;
    this.leaving = leaving;
  }

  call<Result>({ point, service, faults, act, signal }: AwsCall<Result>): Promise<Result> {
    const { scheduler, troubles, random } = this;
    const worker = scheduler.owner;
    if (!(worker instanceof Worker)) throw new Error(`no worker calls ${point}`);
    const crash = troubles.takeCrash(point);
    if (crash !== null) troubles.note(worker.name.startsWith('deliver') ? 'crash of a delivery' : 'crash');
    const fault = troubles.takeAws(faults);
    if (fault !== null) this.faulted(worker);
    const late = (fault === 'DynamoDB answers late' ? slow : 0) + this.slowness(service);
    if (crash !== null || fault !== null || late > 0) troubles.note(troubleAt(point));
    const there = random.between(1, 8) + late / 2;
    const back = random.between(1, 8) + late / 2;
    // A call that is not awaited may not have left when its worker is frozen or gone.
    const sender = this.leaving.chance(0.5) ? worker : null;
    return new Promise((resolve, reject) => {
      let state: 'under way' | 'given up' | 'answered' = 'under way';
      const giveUp = () => {
        if (state === 'answered') return;
        state = 'given up';
        this.faulted(worker);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      if (fault === 'SNS hangs') return;
      scheduler.after(
        there,
        () => {
          if (crash === 'before') return worker.die();
          const answer = attempt(() => withFault(fault, () => act(fault, worker)));
          // The call had its effect, but no caller waits for the answer any more.
          if (state === 'given up') this.faulted(worker);
          if (crash === 'after') return worker.die();
          const answered = () => {
            if (state === 'under way') state = 'answered';
            if ('error' in answer) reject(answer.error);
            else resolve(answer.value);
          };
          scheduler.after(back, answered, worker);
        },
        sender,
      );
    });
  }

  /** Extra milliseconds that this call takes. */
  private slowness(service: AwsService): number {
    const span = this.troubles.slowAws(service);
    return span === null ? 0 : this.random.between(span.least, span.most);
  }
}

/** Calls that never go wrong. @param wait waits as long as a call takes */
export function plainCalls(wait = async () => {}): Pick<AwsCalls, 'call'> {
  const nobody = new Worker('nobody', new Scheduler(0), 0);
  return {
    async call({ act }) {
      await wait();
      return act(null, nobody);
    },
  };
}

function withFault<Result>(fault: AwsFault | null, act: () => Result): Result {
  switch (fault) {
    case 'DynamoDB throttles a write':
    case 'DynamoDB throttles a read':
      throw new Error('ProvisionedThroughputExceededException: the rate of requests is too high');
    case 'SNS refuses':
    case 'SNS refuses operations':
    case 'SQS refuses a batch':
      throw new Error('ThrottlingException: rate exceeded');
    case 'DynamoDB writes and the answer is lost':
    case 'SNS takes it and the answer is lost':
      act();
      throw new Error('TimeoutError: socket hang up');
    case 'DynamoDB writes, the answer is lost, the SDK repeats':
      act();
      return act();
    default:
      return act();
  }
}

function attempt<Result>(act: () => Result): { value: Result } | { error: unknown } {
  try {
    return { value: act() };
  } catch (error) {
    return { error };
  }
}
