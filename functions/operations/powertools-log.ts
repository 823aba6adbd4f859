import { Logger } from '@aws-lambda-powertools/logger';
import type { Log } from './log.ts';

/** A function's log: one JSON line an entry, at the level of POWERTOOLS_LOG_LEVEL. */
export function createLog(serviceName: string): Log {
  const logger = new Logger({ serviceName });
  return {
    info: (message, details = {}) => logger.info(message, details),
    warn: (message, details = {}) => logger.warn(message, details),
    error: (message, details = {}) => logger.error(message, details),
  };
}
