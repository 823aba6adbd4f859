/** What an endpoint answers; a body that is a text goes out as it is, the rest as JSON. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The transfers endpoint's form of an error. */
export function refusal(status: number, message: string | string[]): Reply {
  return { status, body: { message } };
}
