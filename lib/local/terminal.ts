import type { Writable } from 'node:stream';
import type { Alert } from '../../functions/alert/alert.ts';
import { alertLine } from '../alert-line.ts';
import { coloursOf } from '../cli/streams.ts';
import { operationsWords, reasonsOf, type ShowNews } from '../page/news.ts';

/** Alerts on stdout, all else on stderr. @param json alerts as JSON, a line each */
export function createTerminal(stdout: Writable, stderr: Writable, json: boolean): ShowNews {
  const bright = coloursOf(stdout);
  const aside = coloursOf(stderr);
  const say = (line: string) => stderr.write(`${line}\n`);
  return (news) => {
    switch (news.kind) {
      case 'alert': {
        const { alert } = news;
        const colour = alert.verdict?.spam ? 'red' : (colours[alert.type] ?? 'cyan');
        const line = () => `${time(alert.detectedAt)}  ${bright[colour](alertLine(alert))}`;
        stdout.write(`${json ? JSON.stringify(news.json) : line()}\n`);
        return;
      }
      case 'hidden':
      case 'filtered': {
        const { alert, kind } = news;
        say(aside.dim(`${time(alert.detectedAt)}  ${kind}: ${alertLine(alert)}`));
        // The strongest reasons come first.
        const reasons = kind === 'hidden' ? reasonsOf(alert).slice(0, 2) : [];
        for (const reason of reasons) say(aside.dim(`            because: ${reason}`));
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
  };
}

/** The reader's own clock. */
function time(iso: string): string {
  return new Date(iso).toTimeString().slice(0, 8);
}

const colours: Readonly<Partial<Record<Alert['type'], 'red' | 'green' | 'yellow'>>> = {
  'transfer.reverted': 'red',
  'wallet.poisoning': 'red',
  'control.changed': 'red',
  'transfer.received': 'green',
  'transfer.sent': 'yellow',
  'approval.granted': 'yellow',
  'balance.low': 'yellow',
};
