import { checksumAddress } from '../chain/address.ts';
import type { Alert, TransferAlert } from './alert.ts';
import { explorerLines, transferFacts, watchingFacts } from './email-facts.ts';
import { sentence } from './sentence.ts';
import { emailVoice } from './voice.ts';
import { lineLength, wrap } from './wrap.ts';

/** The alert as a plain-text email: its story in the first line, then every fact, then how to stop it. */
export function emailText(alert: Alert): string {
  const story = sentence(alert, emailVoice, lineLength, 'none');
  switch (alert.type) {
    case 'wallet.watching':
      return [story, '', ...watchingFacts(alert), '', ...aboutTheRow(alert), aboutTheRest].join('\n');
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
        ...aboutTheRow(alert),
        aboutTheToken(alert),
      ].join('\n');
  }
}

/** The first line of an alert that its row's policy only marks: no reader shall miss it. */
function spamWarning({ verdict }: TransferAlert): string[] {
  if (!verdict?.spam) return [];
  const [first = 'no reason given', ...others] = verdict.reasons
    .map(({ detail }) => emailVoice.text(detail))
    .filter((detail) => detail !== null);
  return [`Likely spam: ${first}`, ...others.map((detail) => `Also: ${detail}`)]
    .flatMap(paragraph)
    .concat('');
}

/** Later lines are set in: a quoted name that runs over a line never begins one, as a fact of ours does. */
function paragraph(text: string): string[] {
  return wrap(text, lineLength - 2).map((line, i) => (i === 0 ? line : `  ${line}`));
}

function aboutTheRow({ wallet }: Alert): string[] {
  return [
    'You get this because of a row in your Watchlist table (DynamoDB):',
    `  wallet ${checksumAddress(wallet.address)}`,
    `  chain  ${wallet.chain}`,
    'To stop, delete the row; for a while, set its "paused" to true.',
  ];
}

const aboutTheRest = 'To be told less, set its "direction", "tokens", "ignoreTokens" or "minAmount".';

function aboutTheToken({ transfer, verdict }: TransferAlert): string {
  const address = checksumAddress(transfer.token.address);
  return verdict?.spam
    ? `Not spam? Add ${address} to its "trustTokens".`
    : `Tired of this token? Add ${address} to its "ignoreTokens".`;
}
