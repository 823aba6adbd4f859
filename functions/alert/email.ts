import { checksumAddress } from '../chain/address.ts';
import type { Alert, TransferAlert, WatchingAlert } from './alert.ts';
import { explorerLines, transferFacts, watchingFacts } from './email-facts.ts';
import { sentence } from './sentence.ts';
import { unicodeVoice } from './voice.ts';
import { lineLength, wrap } from './wrap.ts';

/** The alert as a plain-text email: its story in the first line, then every fact, then how to stop it. */
export function emailText(alert: Alert): string {
  const story = sentence(alert, unicodeVoice, lineLength, null);
  switch (alert.type) {
    case 'wallet.watching':
      return [`${story}`, '', ...watchingFacts(alert), '', ...aboutTheRow(alert)].join('\n');
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self':
      return [
        ...spamWarning(alert),
        story,
        '',
        ...transferFacts(alert),
        ...explorerLines(alert.transfer),
        '',
        ...aboutTheToken(alert),
        ...aboutTheRow(alert),
      ].join('\n');
  }
}

/** The first line of an alert that its row's policy only marks: no reader shall miss it. */
function spamWarning({ verdict }: TransferAlert): string[] {
  if (!verdict?.spam) return [];
  const [first, ...others] = verdict.reasons.map(({ detail }) => unicodeVoice.text(detail)).filter(Boolean);
  const also = others.flatMap((detail) => wrap(`Also: ${detail}`));
  return [...wrap(`Likely spam: ${first ?? 'see the verdict'}`), ...also, ''];
}

function aboutTheToken({ transfer, verdict }: TransferAlert): string[] {
  const list = verdict?.spam ? 'trustTokens' : 'ignoreTokens';
  const what = verdict?.spam ? 'Not spam?' : 'Tired of this token?';
  return wrap(`${what} Add ${checksumAddress(transfer.token.address)} to ${list} of the row below.`);
}

function aboutTheRow({ wallet }: TransferAlert | WatchingAlert): string[] {
  return [
    'You get this because the Watchlist table (DynamoDB) has this row:',
    `  wallet ${checksumAddress(wallet.address)}`,
    `  chain  ${wallet.chain}`,
    'To stop, delete the row; for a while, set its "paused" to true.',
  ];
}
