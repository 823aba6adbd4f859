import * as z from 'zod';
import { chatStyle, shorten } from '../../alert/text/style.ts';
import { type IncidentType, incidentTexts } from '../../incidents/incident-texts.ts';
import { type OperationsOrigin, runbookLink, stackFact } from '../../incidents/operations-message.ts';
import { parsedJson } from '../../runtime/parsed-json.ts';
import { cleanText, cutText } from '../../text/safe-text.ts';
import type { ChatMessage } from './service.ts';

const operations = parsedJson(
  z.object({
    type: z.custom<IncidentType>((type) => typeof type === 'string' && Object.hasOwn(incidentTexts, type)),
    state: z.enum(['began', 'ended']),
    wallet: z.string().nullable(),
    chain: z.string().nullable(),
    destination: z.string().nullish(),
    part: z.string().nullish(),
    reason: z.string(),
    whatToDo: z.string(),
  }),
);
/** An alarm's message, as CloudWatch publishes it. */
const alarm = parsedJson(
  z.object({ AlarmName: z.string(), NewStateValue: z.string(), AlarmDescription: z.string().nullish() }),
);

/** For a message of Chainbell, an alarm, or any other text. @param origin its runbook is the only link */
export function operationsChat(
  content: string,
  subject: string | null,
  origin: OperationsOrigin,
): ChatMessage {
  const message = operations.safeParse(content).data;
  if (message !== undefined) return ofOurs(message, subject, origin);
  const rung = alarm.safeParse(content).data;
  if (rung !== undefined) return ofAlarm(rung, origin);
  return { headline: `🔧 ${shown(subject ?? content)}`, lines: [], link: null, tone: 'danger' };
}

function ofOurs(
  { type, state, wallet, chain, reason, whatToDo, destination, part }: z.infer<typeof operations>,
  subject: string | null,
  origin: OperationsOrigin,
): ChatMessage {
  const began = state === 'began';
  const { meanwhile, afterwards, leftToDo } = incidentTexts[type];
  const facts = [
    ['Meanwhile', began ? meanwhile : null],
    ['Now', began ? null : afterwards],
    ['What to do', began || leftToDo !== undefined ? whatToDo : null],
    ['Reason', reason],
    ['Wallet', wallet],
    ['Chain', chain],
    ['Destination', destination ?? null],
    ['Stack', stackFact(origin)],
  ] as const;
  // The subject has the wallet's label, which the JSON lacks.
  const headline = subject ?? `Chainbell: ${incidentTexts[type][state]}`;
  return {
    headline: `${began ? '🔧' : '✅'} ${shown(headline, inertSubject)}`,
    lines: facts.flatMap(([name, text]) => (text === null ? [] : [`${name}: ${shown(text)}`])),
    link: { text: 'Runbook', url: runbookLink(origin.runbookUrl, type) },
    tone: began ? 'danger' : 'well',
    problem: { type, names: part ? [part] : [wallet ?? '', chain ?? '', destination ?? ''], isOver: !began },
  };
}

/** A short address that Chainbell wrote: in others' texts the subject has bracketed the dots. */
const shortAddress = /((?<!\S)0x[\da-f]{4,6}\.{3}\w{4,6}\b)/i;

function inertSubject(text: string): string {
  const pieces = text.split(shortAddress);
  return pieces.map((piece, i) => (i % 2 === 1 ? piece : chatStyle.ownText(piece))).join('');
}

/** An alarm of lib/aws/monitoring.ts, or one that somebody else sends here. */
function ofAlarm(
  { AlarmName, NewStateValue, AlarmDescription }: z.infer<typeof alarm>,
  { runbookUrl }: OperationsOrigin,
): ChatMessage {
  const rings = NewStateValue === 'ALARM';
  const [said = '', anchor = ''] = (AlarmDescription ?? '').split(` Runbook: ${runbookUrl}#`);
  const [about = '', ...whatToDo] = said.split(' What to do: ');
  return {
    headline: `${rings ? '🔧' : '✅'} ${NewStateValue}: ${shown(AlarmName)}`,
    lines: [
      // "No wallet is polled" under a green sign would read as the present.
      ...(about === '' ? [] : [`${rings ? 'About' : 'It was about'}: ${shown(about)}`]),
      ...whatToDo.map((text) => `What to do: ${shown(text)}`),
    ],
    link: /^[\w-]+$/.test(anchor) ? { text: 'Runbook', url: `${runbookUrl}#${anchor}` } : null,
    tone: rings ? 'danger' : 'well',
    problem: { type: 'alarm', names: [AlarmName], isOver: NewStateValue === 'OK' },
  };
}

/** 400 characters hold nearly all texts; truncated advice is useless. Texts of others grow when links in them are broken. */
function shown(text: string, inert = chatStyle.text): string {
  return cutText(inert(shorten(cleanText(text, 1_000) ?? '', 400)) ?? '', 500) || '(nothing visible)';
}
