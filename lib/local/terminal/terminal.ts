import type { Writable } from 'node:stream';
import pc from 'picocolors';
import type { Alert } from '../../../functions/alert/alert.ts';
import { alertLine } from '../../../functions/alert/text/line.ts';
import type { NewsReader } from '../news.ts';
import { operationsWords } from '../operations-words.ts';

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
      const line = json ? JSON.stringify(published) : `${time(alert.detectedAt)}  ${paint(alert, bright)}`;
      stdout.write(`${line}\n`);
    },
    hidden({ alert, reasons }) {
      say(aside.dim(`${time(alert.detectedAt)}  hidden: ${alertLine(alert)}`));
      // The strongest come first; the page has them all.
      for (const reason of reasons.slice(0, 2)) say(aside.dim(`            because: ${reason}`));
    },
    operations(news) {
      const { title, about, text, look } = operationsWords(news);
      const where = about === null ? '' : ` (${about})`;
      const colour = look === 'good' ? aside.green : aside.yellow;
      say(colour(`${time(news.message.at)}  operations: ${title}${where}. ${text}`));
    },
    remark({ at, text, look }) {
      const colour = { good: aside.green, bad: aside.red, plain: aside.cyan }[look];
      say(colour(`${time(at)}  ${text}`));
    },
    note: say,
    problem: (text) => say(aside.red(text)),
  };
}

/** The reader's own clock. */
function time(iso: string): string {
  return new Date(iso).toTimeString().slice(0, 8);
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
