import { Logger } from '@aws-lambda-powertools/logger';

/** Where functions log to: structured, one line each. Nothing that holds the API key is ever handed to it. */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  /** Something is wrong. The runbook has its reader search the log for `error:`, so every such line begins with it. */
  error(message: `error: ${string}`, details?: Record<string, unknown>): void;
}

/** A function's log: one JSON line an entry, at the level of POWERTOOLS_LOG_LEVEL. */
export function createLog(serviceName: string): Log {
  const logger = new Logger({ serviceName });
  return {
    info: (message, details = {}) => logger.info(message, details),
    warn: (message, details = {}) => logger.warn(message, details),
    error: (message, details = {}) => logger.error(message, details),
  };
}
