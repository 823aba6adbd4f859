import type { Seconds } from '../chain/units.ts';

/** Errors of a source, each named for its effect. `message` and `whatToDo` are read by people and never hold the API key. */
export class SourceError extends Error {
  readonly whatToDo: string;
  constructor(message: string, whatToDo = '', options?: ErrorOptions) {
    super(message, options);
    this.whatToDo = whatToDo;
  }
}

export class KeyRefused extends SourceError {
  override readonly name = 'KeyRefused';
}

export class KeyMissing extends SourceError {
  override readonly name = 'KeyMissing';
}

/** Used up, unpaid or paused: a 401 that differs from a refused key only by its message. */
export class PlanExhausted extends SourceError {
  override readonly name = 'PlanExhausted';
}

/** The setting callsPerDay allows no more calls today; the API was not asked. */
export class DaySpent extends PlanExhausted {}

/** 429. Null: the API did not say how long to wait. */
export class RateLimited extends SourceError {
  override readonly name = 'RateLimited';
  readonly retryAfterSeconds: Seconds | null;
  constructor(message: string, retryAfterSeconds: Seconds | null) {
    super(
      message,
      'If it lasts, callsPerSecond is above the rate of the plan, or something else uses the plan.',
    );
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The plan has no call left before the deadline: a later tick polls this wallet. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot';
}

export class DayKept extends NoSlot {}

/** Storms of other wallets took all the time of the poll. */
export class TurnMissed extends NoSlot {}

/** The API refused a key that its owner has replaced. The next call sends the new key, so the poll only waits for a later tick. */
export class KeyReplaced extends NoSlot {}

export class BadRequest extends SourceError {
  override readonly name = 'BadRequest';
}

/** A redirect, or a 404, which concerns the path: a wallet that was never used gets an empty page, not a 404. */
export class NoSuchEndpoint extends BadRequest {}

/** Connection faults, time-outs, 408, 424, 5xx. */
export class UpstreamUnavailable extends SourceError {
  override readonly name = 'UpstreamUnavailable';
  readonly status: number | null;
  readonly retryAfterSeconds: Seconds | null;
  constructor(
    message: string,
    status: number | null,
    options?: ErrorOptions & { readonly retryAfterSeconds?: Seconds | null },
  ) {
    super(message, '', options);
    this.status = status;
    this.retryAfterSeconds = options?.retryAfterSeconds ?? null;
  }
}

/** A 200 whose body is not what the API document describes. */
export class UnreadableReply extends SourceError {
  override readonly name = 'UnreadableReply';
}

/** A request for less may get a smaller reply. */
export class ReplyTooLarge extends UnreadableReply {}

export class PositionRefused extends Error {
  override readonly name = 'PositionRefused';
}
