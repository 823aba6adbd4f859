import type { Writable } from 'node:stream';
import pc from 'picocolors';
import type { Alert } from '../../../functions/alert/alert.ts';
import { alertLine } from '../../../functions/alert/line.ts';
import type { NewsReader } from '../news.ts';

/** A stream of the process; a person sees its colours where it is a terminal. */
type Output = Writable & { readonly isTTY?: boolean };

/** What happens, line by line: alerts on stdout, all else on stderr. */
export interface Terminal extends NewsReader {
  /** A remark of the local run itself. */
  note(text: string): void;
  /** Something failed that the next tick may mend. */
  problem(text: string): void;
}

/** Colours are for terminals only, and for nobody who sets NO_COLOR (no-color.org). */
function coloursOf({ isTTY }: Output) {
  return pc.createColors(isTTY === true && !process.env.NO_COLOR);
}

/** @param json alerts as the contract's JSON, a line each */
export function createTerminal(output: { stdout: Output; stderr: Output; json: boolean }): Terminal {
  const { stdout, stderr, json } = output;
  const bright = coloursOf(stdout);
  const aside = coloursOf(stderr);
  const say = (line: string) => stderr.write(`${line}\n`);
  return {
    alert({ alert, json: published }) {
      const line = json ? JSON.stringify(published) : `${time(alert)}  ${paint(alert, bright)}`;
      stdout.write(`${line}\n`);
    },
    hidden({ alert, reasons }) {
      say(aside.dim(`${time(alert)}  hidden: ${alertLine(alert)}`));
      // The strongest come first; the page has them all.
      for (const reason of reasons.slice(0, 2)) say(aside.dim(`            because: ${reason}`));
    },
    operations({ message }) {
      const about = message.wallet === null ? '' : ` (${message.wallet} on ${message.chain})`;
      const over = message.state === 'ended' ? ' is over' : '';
      say(aside.yellow(`operations: ${message.type}${over}${about}: ${message.reason} ${message.whatToDo}`));
    },
    note: say,
    problem: (text) => say(aside.red(text)),
  };
}

/** The reader's own clock. */
function time({ detectedAt }: Alert): string {
  return new Date(detectedAt).toTimeString().slice(0, 8);
}

function paint(alert: Alert, colours: ReturnType<typeof pc.createColors>): string {
  const line = alertLine(alert);
  if (alert.verdict?.spam) return colours.red(line);
  switch (alert.type) {
    case 'transfer.received':
      return colours.green(line);
    case 'transfer.sent':
      return colours.yellow(line);
    case 'transfer.reverted':
    case 'wallet.poisoning':
      return colours.red(line);
    default:
      return colours.cyan(line);
  }
}
