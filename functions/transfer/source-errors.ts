/**
 * What a call to a source can come to, each named for its effect. `message` and `whatToDo` are sentences for the person
 * who runs Chainbell; none of them ever holds the API key.
 */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
  readonly whatToDo: string;
  constructor(message: string, whatToDo: string) {
    super(message);
    this.whatToDo = whatToDo;
  }
}

/** The source needs a key and there is none: nothing was asked. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing';
  readonly whatToDo: string;
  constructor(message: string, whatToDo: string) {
    super(message);
    this.whatToDo = whatToDo;
  }
}

/** The plan's calls are used up, unpaid or paused: the API answers 401, told apart by its message. */
export class PlanExhausted extends Error {
  override readonly name = 'PlanExhausted';
}

/** 429. Without `retryAfterSeconds` the API did not say how long to wait. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';
  readonly retryAfterSeconds: number | null;
  constructor(message: string, retryAfterSeconds: number | null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The plan has no call left before the deadline: a later tick polls this wallet. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot';
}

/** The day's last calls are reserved for other wallets: this wallet gets one call a poll, and the rest waits. */
export class DayKept extends NoSlot {}

/** The API understood the request and will not serve it; repeating it changes nothing. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  readonly status: number;
  readonly serverMessage: string | null;
  constructor(message: string, status: number, serverMessage: string | null) {
    super(message);
    this.status = status;
    this.serverMessage = serverMessage;
  }
}

/** 404 answers the path, not the wallet in it: one that was never used has an empty page. */
export class NoSuchEndpoint extends BadRequest {
  readonly whatToDo: string;
  constructor(message: string, whatToDo: string, serverMessage: string | null) {
    super(message, 404, serverMessage);
    this.whatToDo = whatToDo;
  }
}

/** No answer, or one that says to come back later: connection faults, time-outs, 408, 424, 5xx. */
export class UpstreamUnavailable extends Error {
  override readonly name = 'UpstreamUnavailable';
  readonly status: number | null;
  /** By a Retry-After header, as with a planned 503; null without one. */
  readonly retryAfterSeconds: number | null;
  constructor(
    message: string,
    status: number | null,
    options?: ErrorOptions & { readonly retryAfterSeconds?: number | null },
  ) {
    super(message, options);
    this.status = status;
    this.retryAfterSeconds = options?.retryAfterSeconds ?? null;
  }
}

/** A 200 whose body is not what the API document describes. */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply';
}

/** A reply that was cut off at the most bytes that are read of one: asked for less, the source may answer with less. */
export class ReplyTooLarge extends UnreadableReply {}

/** The source refuses a position that it gave before: the read continues from a block instead. */
export class PositionRefused extends Error {
  override readonly name = 'PositionRefused';
}
