import { shorten } from '../alert/text/style.ts';
import { asciiText } from '../text/ascii-text.ts';
import { cleanText } from '../text/safe-text.ts';
import { unlink } from '../text/unlink.ts';
import { incidentTexts } from './incident-texts.ts';
import type { OperationsMessage } from './operations-message.ts';

/** SNS refuses a longer subject, and one beyond ASCII. */
const subjectLength = 100;
/** As in an alert's SMS: one segment. */
const smsLength = 140;

/** What it is about, in one line of ASCII without a full stop. */
export function operationsHeadline({ type, state }: Pick<OperationsMessage, 'type' | 'state'>): string {
  return incidentTexts[type][state];
}

/** The subject of an operations email: what is wrong, then where, so that ten bad rows are ten subjects. */
export function operationsSubject(message: OperationsMessage): string {
  return headlineWithin(`Chainbell: ${operationsHeadline(message)}`, message, subjectLength);
}

/** One line for a phone: the subject, and as much of the reason as there is room for. */
export function operationsSms(message: OperationsMessage): string {
  const subject = operationsSubject(message);
  const reason = asciiText(cleanText(message.reason, smsLength * 2) ?? '');
  const room = smsLength - subject.length - ': '.length;
  if (message.state === 'ended' || reason === null || room < 20) return subject;
  return `${subject}: ${shorten(reason, room)}`;
}

/**
 * An operations message as plain text for a person who was woken by it: what happened, what to do, then the rest. What
 * others wrote is shown cleaned, without links and without lines of its own.
 */
export function operationsEmail(message: OperationsMessage): string {
  const { meanwhile } = incidentTexts[message.type];
  const began = message.state === 'began';
  const facts = [
    ['Reason', shown(message.reason)],
    ['What to do', cleanText(message.whatToDo, longest)],
    ['Meanwhile', began ? meanwhile : null],
    ['Wallet', shown(message.wallet)],
    ['Label', shown(message.about?.label ?? null)],
    ['Chain', shown(message.chain)],
    ['Time', `${message.at.slice(0, 19).replace('T', ' ')} UTC`],
    ['More', began ? `docs/runbook.md, under ${message.type}` : null],
  ] as const;
  const lines = facts.flatMap(([name, text]) => (text === null ? [] : [`${name}: ${text}`]));
  return `${headlineWithin(operationsHeadline(message), message, subjectLength)}.\n\n${lines.join('\n')}\n`;
}

const longest = 25_000;

/** A phone breaks lines where it likes: none may begin like one of ours. */
const forged = /(?<![\p{L}\p{N}])(Reason|What to do|Meanwhile|Wallet|Label|Chain|Time|More)( *):/gu;

function shown(text: string | null): string | null {
  return text === null
    ? null
    : unlink(cleanText(text, longest) ?? '(nothing visible)').replace(forged, '$1$2(:)');
}

/** The headline and which row or wallet, in ASCII without links; the name gives way before the attribute. */
function headlineWithin(
  headline: string,
  { wallet, chain, about }: OperationsMessage,
  limit: number,
): string {
  const detail = asciiText(cleanText(about?.detail, 32) ?? '');
  const name = asciiText(cleanText(about?.label) ?? '') ?? bothEnds(cleanText(wallet, 200) ?? '');
  const where = asciiText(cleanText(chain, 24) ?? '');
  const after = (parts: readonly (string | null)[]) =>
    parts.flatMap((part, i) => (part === null ? [] : `${i === 0 ? ': ' : ', '}${part}`)).join('');
  if (name === null) return shorten(headline + after([detail]), limit);
  for (const chainPart of [where === null ? '' : ` on ${where}`, '']) {
    const room = limit - headline.length - after(['', detail]).length - chainPart.length;
    if (room >= Math.min(name.length, 24)) return headline + after([shorten(name, room) + chainPart, detail]);
  }
  const room = limit - headline.length - ': '.length;
  return room < 8 ? headline : `${headline}: ${shorten(name, room)}`;
}

/** Of an address, or of what was meant to be one, the ends tell it apart. */
function bothEnds(text: string): string | null {
  if (text.length <= 24) return asciiText(text);
  // Nothing of an address is a link or a telephone number, though its first digits may look like one.
  if (/^0x[0-9a-f]+$/i.test(text)) return `${text.slice(0, 8)}...${text.slice(-6)}`;
  // Dots and an @ would make a mail address of what comes behind.
  const [head, tail] = [asciiText(text.slice(0, 8)), asciiText(text.slice(-6).replace(/^@+/, '(@)'))];
  return head === null || tail === null ? asciiText(text) : `${head}...${tail}`;
}
