/** A body that is a text is sent as it is, others as JSON. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function refusal(status: number, message: string | string[]): Reply {
  return { status, body: { message } };
}
