import { Console } from 'node:console';
import { Writable } from 'node:stream';

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * The functions log as they do in Lambda, on stdout, which here belongs to the alerts. So they are silent unless
 * POWERTOOLS_LOG_LEVEL asks for more, and then it goes to stderr. To be called before they load.
 */
export function quietFunctions(): void {
  process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  // Makes the logger use the global console rather than one of its own.
  process.env.POWERTOOLS_DEV = 'true';
  globalThis.console = new Console(process.env.POWERTOOLS_LOG_LEVEL === 'SILENT' ? nowhere : process.stderr);
}
