import { Logger } from '@aws-lambda-powertools/logger';

/** A structured log. Callers never pass it the API key. */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  /** Something is wrong. Every such line begins with `error:`, which the runbook tells people to search for. */
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
