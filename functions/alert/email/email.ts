import { checksumAddress } from '../../chain/address.ts';
import type { Alert, DigestAlert, DigestTotal, RevertedAlert, TransferAlert, WalletAlert } from '../alert.ts';
import { adviceOf } from '../text/advice.ts';
import { strongestFirst } from '../text/digest-sentence.ts';
import { pageOf } from '../text/explorer-page.ts';
import { type Fact, factsOf, wholeAmount } from '../text/facts.ts';
import {
  bothAddresses,
  fromImitationAdvice,
  imitationBlocks,
  lookalikeIn,
  lookalikePaid,
  lookalikeToName,
  mayBeMadeUp,
  type NamedLookalike,
} from '../text/imitation-texts.ts';
import { fitted } from '../text/limits.ts';
import { chainName } from '../text/parts/names.ts';
import { counted } from '../text/parts/shown-amount.ts';
import { isPoisoned, shownReasons } from '../text/parts/shown-reasons.ts';
import { poisoningAdvice, poisoningBlocks } from '../text/poisoning-texts.ts';
import { sentence } from '../text/sentence.ts';
import { emailStyle, lineLength, paragraph, setIn, wrap } from '../text/style.ts';
import { summaryEmail } from '../text/summary-texts.ts';
import { transferSentence } from '../text/transfer-sentence.ts';

type Block = readonly string[];

/** The email's parts: the event, all facts, and how to stop such alerts. */
export function emailText(alert: Alert): string {
  if (alert.type === 'summary') return summaryEmail(alert);
  const facts = factsOf(alert).flatMap(factLines);
  return [...blocksOf(alert, facts), aboutTheRow(alert)]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}

/** A phone's first screen shows the event and the advice. */
function blocksOf(alert: WalletAlert, facts: Block): Block[] {
  const story = [sentence(alert, emailStyle, lineLength, 'none', { hint: false })];
  const page = pageOf(alert);
  // The link stands on its own line: every mail program then makes the whole address clickable.
  const link = page === null ? [] : [page.url];
  switch (alert.type) {
    case 'entry.unreadable':
      return [story, link, adviceOf(alert), paragraph(`What is wrong: ${alert.entry.reason}.`), facts];
    case 'wallet.poisoning': {
      const advice = poisoningAdvice(alert, emailStyle).flatMap(paragraph);
      return [story, advice, link, ...poisoningBlocks(alert), facts];
    }
    case 'transfers.digest':
      return [story, link, adviceOf(alert), facts, ...digestBlocks(alert)];
    default: {
      if (!('transfer' in alert)) return [spamWarning(alert), story, link, adviceOf(alert), facts];
      const receiver = lookalikePaid(alert);
      return receiver === null
        ? transferBlocks(alert, story, link, facts)
        : paymentBlocks(alert, receiver, story, facts);
    }
  }
}

function transferBlocks(alert: TransferAlert | RevertedAlert, story: Block, link: Block, facts: Block) {
  const lookalike = lookalikeIn(alert);
  const sender = lookalikeToName(alert);
  const more = sender && alert.type !== 'transfer.reverted' ? fromImitationAdvice(sender) : [];
  // The advice comes first, so both addresses stand below the link.
  const both = lookalike ? bothAddresses(lookalike, alert.transfer) : [];
  return [spamWarning(alert), story, more, link, adviceOf(alert), both, facts];
}

/** Urgent advice comes first, unless the payment may be made up. */
function paymentBlocks(
  alert: TransferAlert | RevertedAlert,
  receiver: NamedLookalike,
  story: Block,
  facts: Block,
): Block[] {
  const ifNobodySent = adviceOf(alert);
  const urgent = [...imitationBlocks(alert, receiver), facts];
  return mayBeMadeUp(alert) ? [story, ifNobodySent, ...urgent] : [story, ...urgent, ifNobodySent];
}

/** The sums, the largest transfers, and where to find all of them. */
function digestBlocks(alert: DigestAlert): string[][] {
  return [
    digestTable(alert),
    ['The largest (first what is surely worth money, then tokens that your row trusts):'],
    ...largestTransfers(alert),
    whereAllAre(alert),
  ];
}

/** A storm may bring hundreds of made-up tokens. Their sums come last, and the email leaves out all beyond this number. */
const maxRows = 100;

/** Exact totals, those of most worth first. Our dash begins each line, so that no stranger's text does. */
function digestTable(alert: DigestAlert): string[] {
  const totals = strongestFirst(alert);
  const rows = totals.slice(0, maxRows).flatMap((total) => paragraph(row(total, alert)));
  const more = totals.slice(maxRows);
  const count = more.reduce((sum, one) => sum + one.count, 0);
  const leftOut = `- ${counted(more.length, 'more sum')}, of ${counted(count, 'transfer')}`;
  return ['Sums:', ...rows, ...(more.length === 0 ? [] : [leftOut])];
}

/** `- 25,001 USDC in 2 transfers (contract 0xA0b8...eB48, verified)` */
function row(total: DigestTotal, alert: DigestAlert): string {
  const { token, count } = total;
  const verified = token.verified ? ', verified' : '';
  const contract = token.address && ` (contract ${emailStyle.address(token.address)}${verified})`;
  return `- ${wholeAmount(total, alert)} in ${counted(count, 'transfer')}${contract ?? ''}`;
}

/** Readers ask where the money went, so each receiver's full address appears once. Each link has its own line. */
function largestTransfers(alert: DigestAlert): string[][] {
  const named = new Set<string>();
  return alert.digest.largest.map((transfer) => {
    const { direction, to, explorerUrl, transactionHash, blockNumber } = transfer;
    const receiver = direction === 'out' && to.address !== null ? checksumAddress(to.address) : null;
    const isNew = receiver !== null && !named.has(receiver);
    if (isNew) named.add(receiver);
    return [
      fitted(lineLength, (limits) => transferSentence(transfer, alert, emailStyle, limits)),
      ...(isNew ? [receiver] : []),
      explorerUrl ?? transactionHash ?? `in block ${blockNumber}`,
    ];
  });
}

function whereAllAre({ digest }: DigestAlert): string[] {
  if (digest.count <= digest.largest.length) return [];
  return [
    `All ${counted(digest.count, 'transfer')}, with sender and receiver, are in the History table (DynamoDB).`,
  ];
}

const wholeAddresses = { ...emailStyle, address: checksumAddress };

/** Warns of likely spam. An email begins with the warning, so that no reader misses it. */
function spamWarning({ verdict }: WalletAlert): Block {
  if (!verdict?.spam) return [];
  const [first = 'no reason given', ...others] = shownReasons(verdict, wholeAddresses);
  return [`Likely spam: ${first}`, ...others.map((detail) => `Also: ${detail}`)].flatMap(paragraph);
}

/** One fact per line, for phones. Values that do not fit on the line stand below each other. */
function factLines({ name, values }: Fact): string[] {
  const line = `${name}: ${values.join(', ')}`;
  if (line.length <= lineLength) return [line];
  const width = lineLength - name.length - ': '.length;
  return values
    .flatMap((value) => wrap(value, width))
    .map((text, i) => (i === 0 ? `${name}: ${text}` : setIn + text));
}

function aboutTheRow(alert: WalletAlert): Block {
  return [
    `You get this because your Watchlist table (DynamoDB) has a row of this wallet on ${chainName(alert.wallet)}.`,
    'To stop: npx chainbell remove; for a while: npx chainbell pause.',
    ...howToGetFewer(alert),
  ];
}

/** Says how to get fewer such alerts. The text never advises trusting a token that an imitating address sent. */
function howToGetFewer(alert: WalletAlert): Block {
  const { type, verdict } = alert;
  if (type === 'wallet.watching' || type === 'transfers.digest')
    return ['To get fewer alerts, set its "direction", "tokens", "ignoreTokens" or "minUsd".'];
  if (type === 'wallet.poisoning' || lookalikePaid(alert) !== null || isPoisoned(verdict)) return [];
  return verdict?.spam ? ['Not spam? Add the contract above to its "trustTokens".'] : [];
}
