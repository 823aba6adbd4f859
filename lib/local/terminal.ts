import type { Writable } from 'node:stream';
import pc from 'picocolors';
import type { Alert } from '../../functions/alert/alert.ts';
import { alertLine } from '../../functions/alert/line.ts';
import { plainVoice, shownReasons } from '../../functions/alert/shown-reasons.ts';
import type { ShowNews } from './news.ts';
import { operationsWords } from './operations-words.ts';

/** A stream of the process; a person sees its colours where it is a terminal. */
type Output = Writable & { readonly isTTY?: boolean };

/** What happens, line by line: alerts on stdout, all else on stderr. */
export interface Terminal {
  readonly show: ShowNews;
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
    note: say,
    problem: (text) => say(aside.red(text)),
    show(news) {
      switch (news.kind) {
        case 'alert': {
          const line = json ? JSON.stringify(news.json) : paintedLine(news.alert, bright);
          stdout.write(`${line}\n`);
          return;
        }
        case 'hidden': {
          const { alert } = news;
          say(aside.dim(`${time(alert.detectedAt)}  hidden: ${alertLine(alert)}`));
          // The strongest come first; the page has them all.
          const reasons = alert.verdict === null ? [] : shownReasons(alert.verdict, plainVoice);
          for (const reason of reasons.slice(0, 2)) say(aside.dim(`            because: ${reason}`));
          return;
        }
        case 'operations': {
          const { title, about, text, look } = operationsWords(news);
          const where = about === null ? '' : ` (${about})`;
          const colour = look === 'good' ? aside.green : aside.yellow;
          say(colour(`${time(news.message.at)}  operations: ${title}${where}. ${text}`));
          return;
        }
        case 'remark': {
          const colour = { good: aside.green, bad: aside.red, plain: aside.cyan }[news.look];
          say(colour(`${time(news.at)}  ${news.text}`));
        }
      }
    },
  };
}

/** The reader's own clock. */
function time(iso: string): string {
  return new Date(iso).toTimeString().slice(0, 8);
}

const colourOf = {
  'transfer.received': 'green',
  'transfer.sent': 'yellow',
  'transfer.reverted': 'red',
  'wallet.poisoning': 'red',
} as const;

function paintedLine(alert: Alert, colours: ReturnType<typeof pc.createColors>): string {
  const known: Readonly<Record<string, 'green' | 'yellow' | 'red'>> = colourOf;
  const colour = alert.verdict?.spam ? 'red' : (known[alert.type] ?? 'cyan');
  return `${time(alert.detectedAt)}  ${colours[colour](alertLine(alert))}`;
}
