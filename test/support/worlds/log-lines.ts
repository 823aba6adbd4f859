import type { PollWorld } from './poll-world.ts';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly details: object | undefined;
}

/** The log lines of a world from now on. */
export function linesOf(world: PollWorld): readonly LogLine[] {
  const lines: LogLine[] = [];
  const at = (level: LogLine['level']) => (message: string, details?: object) =>
    void lines.push({ level, message, details });
  Object.assign(world.deps, { log: { info: at('info'), warn: at('warn'), error: at('error') } });
  return lines;
}
