import { shorten } from '../alert/text/style.ts';
import { readAddress, shortAddress } from '../chain/address.ts';
import { asciiText, unlink, unlinkOwn } from '../text/inert-text.ts';
import { lasted, minuteOf } from '../text/phrases.ts';
import { cleanText } from '../text/safe-text.ts';
import { incidentTexts } from './incident-texts.ts';
import {
  type OperationsMessage,
  type OperationsOrigin,
  runbookLink,
  stackFact,
} from './operations-message.ts';

/** SNS refuses a longer subject, and one beyond ASCII. */
const subjectLength = 100;

/** The problem and then its place, so that ten bad rows have ten subjects. */
export const operationsSubject = (message: OperationsMessage): string => subjectOf(message, 'Chainbell');

/** Names the stack unless it is called Chainbell: the lock screen then shows whether production or a test has the problem. */
function subjectOf(message: OperationsMessage, stack: string): string {
  const name = shorten(stack.replace(/^chainbell-?/i, ''), 24);
  const begins = `Chainbell${name && ` (${name})`}: `;
  return begins + headlineWithin(message, subjectLength - begins.length);
}

/** A message in all its forms: texts for email and phones, JSON without the fields that only texts need. */
export function messageForms(message: OperationsMessage, origin: OperationsOrigin) {
  const { about: _about, since: _since, past: _past, joint: _joint, ...json } = message;
  const subject = subjectOf(message, origin.stack.name);
  return { json, subject, email: operationsEmail(message, origin), sms: subject };
}

/** For a person who was woken: a phone's first screen has the problem and the remedy, then come the facts. */
export function operationsEmail(message: OperationsMessage, origin: OperationsOrigin): string {
  return [
    `${headlineWithin(message, subjectLength)}.`,
    whatItCosts(message),
    '',
    `What to do: ${cleanText(message.whatToDo, longest)}`,
    `Runbook: ${runbookLink(origin.runbookUrl, message.type)}`,
    '',
    ...facts(message),
    `Stack: ${stackFact(origin)}`,
    '',
    aboutTheTopic,
    '',
  ].join('\n');
}

/** SNS puts the link to unsubscribe at the foot of each mail. */
const aboutTheTopic =
  "You get this as a subscriber of Chainbell's operations topic; the link below ends that.";

/** The loss while the incident lasts; after its end, its length and the loss that remains. */
function whatItCosts(message: OperationsMessage): string {
  const { meanwhile, afterwards } = incidentTexts[message.type];
  if (message.state === 'began') {
    const since = new Date(message.since ?? message.at).toISOString();
    return [`Since ${minuteOf(since)}.`, meanwhile ?? []].flat().join(' ');
  }
  const why = message.past?.why;
  const isNews = why !== undefined && why !== incidentTexts[message.type].ended;
  const { at, since } = message;
  const over =
    since === undefined ? `At ${minuteOf(at)}.` : `The trouble lasted ${lasted(Date.parse(at) - since)}.`;
  return [...(isNews ? [`${why}.`] : []), over, afterwards].join(' ');
}

function facts({ reason, whatToDo, wallet, about, chain, past }: OperationsMessage): string[] {
  // The wallet may already be quoted in the reason, or be a word of the command that mends it.
  const isSaid = reason.includes(`"${wallet}"`) || whatToDo.includes(` ${wallet} `);
  const values = [
    past === undefined ? ['Reason', reason] : ['It was', past.was],
    // An address stands only once in a mail, so that nobody has to compare two.
    ['Wallet', isSaid ? null : wallet],
    ['Label', about?.label ?? null],
    ['Chain', chain],
  ] as const;
  return values.flatMap(([name, text]) => (text === null ? [] : [`${name}: ${shown(text)}`]));
}

const longest = 25_000;

/** Phones break lines anywhere, and no quoted text may look like the beginning of one of our lines. */
const forged = /(?<![\p{L}\p{N}])(What to do|Runbook|Reason|It was|Wallet|Label|Chain|Stack)( *):/gu;

function shown(text: string): string {
  return unlink(cleanText(text, longest) ?? '(nothing visible)').replace(forged, '$1$2(:)');
}

/** ASCII without links. The name is shortened before the attribute. */
function headlineWithin(message: OperationsMessage, limit: number): string {
  const { wallet, chain, about, type, state } = message;
  const headline = incidentTexts[type][state];
  const { named = `${headline}: <name>` } = state === 'began' ? incidentTexts[type] : {};
  const detail = asciiText(cleanText(about?.detail, longestDetail) ?? '');
  const label = asciiText(cleanText(about?.label) ?? '', unlinkOwn) ?? bothEnds(cleanText(wallet, 200) ?? '');
  const where = asciiText(cleanText(chain, 24) ?? '');
  const name = label ?? (detail === null ? where : null);
  if (name === null) return shorten(detail === null ? headline : `${headline}: ${detail}`, limit);
  const [before = '', after = ''] = named.split('<name>');
  // An ended incident must not read as if it still lasted.
  const apart = state === 'ended' ? '; before:' : after === '' ? ',' : ':';
  const details = detail === null ? '' : `${apart} ${detail}`;
  for (const chainPart of [label === null || where === null ? '' : ` on ${where}`, '']) {
    const room = limit - before.length - after.length - details.length - chainPart.length;
    if (room >= Math.min(name.length, 24)) return before + shorten(name, room) + chainPart + after + details;
  }
  const room = limit - before.length - after.length;
  return room < 8 ? headline : before + shorten(name, room) + after;
}

/** An attribute in words, and its value. */
const longestDetail = 48;

/** The ends identify an address, even a mistyped one. */
function bothEnds(text: string): string | null {
  if (text.length <= 24) return asciiText(text);
  // Its first digits may look like a telephone number.
  const address = readAddress(text);
  if (address !== null) return shortAddress(address);
  // Dots and an @ would make a mail address of what follows.
  const [head, tail] = [asciiText(text.slice(0, 8)), asciiText(text.slice(-6).replace(/^@+/, '(@)'))];
  return head === null || tail === null ? asciiText(text) : `${head}...${tail}`;
}
