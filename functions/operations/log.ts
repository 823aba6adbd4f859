/** Where functions log to: structured, one line each. Nothing that holds the API key is ever handed to it. */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  /** Something is wrong. The runbook has its reader search the log for `error:`, so every such line begins with it. */
  error(message: `error: ${string}`, details?: Record<string, unknown>): void;
}
