import { Logger } from '@aws-lambda-powertools/logger';

/** Callers never pass it the API key. */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  /** Every line begins with `error:`, which the runbook tells people to search for. */
  error(message: `error: ${string}`, details?: Record<string, unknown>): void;
}

export function createLog(serviceName: string): Log {
  const logger = new Logger({ serviceName });
  return {
    info: (message, details = {}) => logger.info(message, details),
    warn: (message, details = {}) => logger.warn(message, details),
    error: (message, details = {}) => logger.error(message, details),
  };
}
