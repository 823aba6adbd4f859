import { checksumAddress } from '../../chain/address.ts';
import { isVouchedFor } from '../../spam/known-token.ts';
import { nothingLost, warningAdvice } from '../../spam/poisoning/warning-text.ts';
import type {
  Alert,
  ApprovalAlert,
  DigestAlert,
  PoisoningAlert,
  RevertedAlert,
  TransferAlert,
  UnreadableAlert,
  WalletAlert,
} from '../alert.ts';
import { pageOf } from '../page-of.ts';
import { approvalAdvice } from '../text/approval-texts.ts';
import { balanceAdvice } from '../text/balance-texts.ts';
import { controlAdvice } from '../text/control-texts.ts';
import { ifNobodySent } from '../text/if-nobody-sent.ts';
import {
  bothAddresses,
  fromImitationAdvice,
  imitationLines,
  lookalikeIn,
  lookalikePaid,
  mayBeMadeUp,
  type NamedLookalike,
  saidLookalike,
} from '../text/imitation-texts.ts';
import { fullLimits } from '../text/limits.ts';
import { chainName, howMuch } from '../text/parts/names.ts';
import { isPoisoned, shownReasons } from '../text/parts/shown-reasons.ts';
import { ifThatWasSent, lookalikeOf, mayBePaid, poisoningLines } from '../text/poisoning-texts.ts';
import { sentence } from '../text/sentence.ts';
import { emailStyle, lineLength, paragraph } from '../text/style.ts';
import { summaryEmail } from '../text/summary-texts.ts';
import type { WatchSetting } from '../watch-settings.ts';
import { digestTable, largestLines, whereAllAre } from './digest-table.ts';
import {
  approvalFacts,
  balanceFacts,
  controlFacts,
  digestFacts,
  linkLines,
  transferFacts,
  unreadableFacts,
  watchingFacts,
} from './email-facts.ts';

function aboutTheRow({ wallet }: WalletAlert): string[] {
  return [
    `You get this because your Watchlist table (DynamoDB) has a row of this wallet on ${chainName(wallet)}.`,
    'To stop: npx chainbell remove; for a while: npx chainbell pause.',
  ];
}

const aboutTheRest = 'To get fewer alerts, set its "direction", "tokens", "ignoreTokens" or "minUsd".';

const notSpam = 'Not spam? Add the contract above to its "trustTokens".';

/** No advice to ignore a verified or genuine token, or to trust an imitating address because its token is real. */
function aboutTheToken({ transfer, verdict, wallet }: TransferAlert | RevertedAlert): string[] {
  const { direction, token } = transfer;
  if (isPoisoned(verdict)) return [];
  if (verdict?.spam) return [notSpam];
  if (direction !== 'in' || isVouchedFor(token, wallet.chainId)) return [];
  return ['Tired of this token? Add the contract above to its "ignoreTokens".'];
}

/** First the story, then every fact, then how to stop such alerts. @param settings of a newly watched wallet, as understood */
export function emailText(alert: Alert, settings: readonly WatchSetting[] = []): string {
  if (alert.type === 'summary') return summaryEmail(alert);
  const story = sentence(alert, emailStyle, lineLength, 'none');
  switch (alert.type) {
    case 'wallet.watching':
      return newsEmail(alert, [story], [], watchingFacts(alert, settings), [aboutTheRest]);
    case 'entry.unreadable':
      return newsEmail(alert, [story], unreadableAdvice(alert), unreadableFacts(alert));
    case 'balance.low':
    case 'balance.restored':
      return newsEmail(alert, [story], balanceAdvice(alert), balanceFacts(alert));
    case 'control.changed':
      return newsEmail(alert, [story], controlAdvice(alert), controlFacts(alert));
    case 'approval.granted':
    case 'approval.revoked':
      return newsEmail(
        alert,
        [...spamWarning(alert), story],
        approvalAdvice(alert),
        approvalFacts(alert),
        alert.verdict?.spam ? [notSpam] : [],
      );
    case 'wallet.poisoning':
      return poisoningEmail(alert, story);
    case 'transfers.digest':
      return digestEmail(alert, story);
    case 'transfer.reverted':
      return transferEmail(alert, [story, '', ...aboutReverts]);
    case 'transfer.received':
    case 'transfer.sent':
    case 'transfer.self': {
      const receiver = lookalikePaid(alert);
      return receiver === null
        ? transferEmail(alert, [story, ...adviceOnSender(alert)])
        : paymentEmail(alert, receiver, story);
    }
  }
}

/** What happened and what to do fill a phone's first screen. */
function newsEmail(
  alert: WalletAlert,
  story: readonly string[],
  advice: readonly string[],
  facts: readonly string[],
  last: readonly string[] = [],
): string {
  return [
    ...story,
    '',
    ...linkLines(pageOf(alert)),
    ...(advice.length === 0 ? [] : [...advice, '']),
    ...facts,
    '',
    ...aboutTheRow(alert),
    ...last,
  ].join('\n');
}

function unreadableAdvice({ entry }: UnreadableAlert): string[] {
  return [
    'It may be a transfer: see there whether money moved. Nothing else is held up by it.',
    'Once it can be read, it is reported like any other transfer.',
    ...paragraph(`What is wrong with it: ${entry.reason}.`),
  ];
}

function poisoningEmail(alert: PoisoningAlert, story: string): string {
  const lookalike = lookalikeOf(alert);
  const advice = mayBePaid(alert)
    ? [...aboutPayment(alert), ...warningAdvice]
    : [...warningAdvice, nothingLost(lookalike)];
  const facts = [...poisoningLines(alert), '', ...transferFacts(alert, lookalike)];
  return newsEmail(alert, [story, '', ...advice], [], facts);
}

function digestEmail(alert: DigestAlert, story: string): string {
  return [
    story,
    '',
    ...linkLines(pageOf(alert)),
    ...ifNobodySent(alert.digest.totals, alert),
    ...digestFacts(alert),
    '',
    ...digestTable(alert),
    '',
    'The largest (first what is surely worth money, then tokens that your row trusts):',
    '',
    ...largestLines(alert),
    ...whereAllAre(alert),
    ...aboutTheRow(alert),
    aboutTheRest,
  ].join('\n');
}

function transferEmail(alert: TransferAlert | RevertedAlert, story: readonly string[]): string {
  const lookalike = lookalikeIn(alert);
  const facts = [
    ...ifNobodySent([alert.transfer], alert),
    // Behind the link: what to do comes first.
    ...(lookalike === null ? [] : [...bothAddresses(lookalike, alert.transfer), '']),
    ...transferFacts(alert, lookalike),
  ];
  return newsEmail(alert, [...spamWarning(alert), ...story], [], facts, aboutTheToken(alert));
}

/** What to do at once comes first, unless the payment may be made up. */
function paymentEmail(alert: TransferAlert, receiver: NamedLookalike, story: string): string {
  const ifNobody = ifNobodySent([alert.transfer], alert);
  const doubtful = mayBeMadeUp(alert);
  return [
    story,
    '',
    ...(doubtful ? ifNobody : []),
    ...imitationLines(alert, receiver),
    '',
    ...transferFacts(alert, receiver),
    '',
    ...(doubtful ? [] : ifNobody),
    ...aboutTheRow(alert),
  ].join('\n');
}

/** Only the owner can tell whether it is a loss. */
function aboutPayment(alert: PoisoningAlert): string[] {
  const much = howMuch(alert.transfer, alert, emailStyle, { ...fullLimits, amount: 'short' });
  const receiver = lookalikeOf(alert).proven ? 'the imitation' : 'the first of the two';
  return [
    ...paragraph(`It came with ${much} sent from this wallet to ${receiver}.`),
    ifThatWasSent(alert),
    ...ifNobodySent([alert.transfer], alert),
  ];
}

function adviceOnSender(alert: TransferAlert): string[] {
  const lookalike = saidLookalike(alert);
  return lookalike === null ? [] : ['', ...fromImitationAdvice(lookalike)];
}

const aboutReverts = [
  'The chain has dropped the block of this transfer (a re-org): it is not on the chain any more.',
  'Do not count on it. If it comes back, you get a new alert.',
];

const wholeAddresses = { ...emailStyle, address: checksumAddress };

/** The first line: no reader may miss it. */
function spamWarning({ verdict }: TransferAlert | RevertedAlert | ApprovalAlert): string[] {
  if (!verdict?.spam) return [];
  const [first = 'no reason given', ...others] = shownReasons(verdict, wholeAddresses);
  return [`Likely spam: ${first}`, ...others.map((detail) => `Also: ${detail}`)]
    .flatMap(paragraph)
    .concat('');
}
