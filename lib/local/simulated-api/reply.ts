/** What an endpoint answers. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** The transfers endpoint's form of an error. */
export function refusal(status: number, message: string | string[]): Reply {
  return { status, body: { message } };
}
