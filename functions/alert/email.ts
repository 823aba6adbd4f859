import { checksumAddress } from '../chain/address.ts';
import type { Alert, RevertedAlert, TransferAlert } from './alert.ts';
import { digestTable, largestLines } from './digest-table.ts';
import { digestFacts, explorerLines, transferFacts, watchingFacts } from './email-facts.ts';
import { aboutTheRest, aboutTheRow, aboutTheToken } from './email-row.ts';
import { ifNobodySent } from './if-not-you.ts';
import { poisoningLines } from './poisoning-texts.ts';
import { sentence } from './sentence.ts';
import { shownReasons } from './shown-reasons.ts';
import { emailVoice } from './voice.ts';
import { lineLength, paragraph } from './wrap.ts';

/** The alert as a plain-text email: its story in the first line, then every fact, then how to stop it. */
export function emailText(alert: Alert): string {
  const story = sentence(alert, emailVoice, lineLength, 'none');
  switch (alert.type) {
    case 'wallet.watching':
      return [story, '', ...watchingFacts(alert), '', ...aboutTheRow(alert), aboutTheRest].join('\n');
    case 'wallet.poisoning':
      return [
        story,
        '',
        ...poisoningLines(alert),
        '',
        ...transferFacts(alert, alert.lookalike),
        ...explorerLines(alert.transfer),
        '',
        ...aboutTheRow(alert),
      ].join('\n');
    case 'transfers.digest':
      return [
        story,
        '',
        ...digestFacts(alert),
        '',
        ...digestTable(alert.digest),
        '',
        'The largest (first of tokens that the API has verified or your row trusts):',
        '',
        ...largestLines(alert),
        ...ifNobodySent(alert.digest.totals, 'what went out'),
        ...aboutTheRow(alert),
        aboutTheRest,
      ].join('\n');
    case 'transfer.reverted':
      return transferEmail(alert, [story, '', ...aboutReverts]);
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self':
      return transferEmail(alert, [story]);
  }
}

function transferEmail(alert: TransferAlert | RevertedAlert, story: readonly string[]): string {
  return [
    ...spamWarning(alert),
    ...story,
    '',
    ...transferFacts(alert),
    ...explorerLines(alert.transfer),
    '',
    ...ifNobodySent([alert.transfer], 'this'),
    ...aboutTheRow(alert),
    ...aboutTheToken(alert),
  ].join('\n');
}

const aboutReverts = [
  'The chain has dropped the block of this transfer (a re-org): it is not on the chain any more.',
  'Do not count on it. If it comes back, you get a new alert.',
];

const wholeAddresses = { ...emailVoice, address: checksumAddress };

/** The first line of an alert that its row's policy only marks: no reader shall miss it. */
function spamWarning({ verdict }: TransferAlert | RevertedAlert): string[] {
  if (!verdict?.spam) return [];
  const [first = 'no reason given', ...others] = shownReasons(verdict, wholeAddresses);
  return [`Likely spam: ${first}`, ...others.map((detail) => `Also: ${detail}`)]
    .flatMap(paragraph)
    .concat('');
}
