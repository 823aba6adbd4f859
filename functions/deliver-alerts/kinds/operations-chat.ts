import * as z from 'zod';
import { incidentTexts } from '../../incidents/incident-texts.ts';
import type { IncidentType } from '../../incidents/operations-message.ts';
import { cleanText } from '../../text/safe-text.ts';
import { parsedJson } from '../parsed-json.ts';
import type { ChatMessage } from './chat-message.ts';
import { chatStyle } from './inert-text.ts';

const operations = parsedJson(
  z.object({
    type: z.custom<IncidentType>((type) => typeof type === 'string' && Object.hasOwn(incidentTexts, type)),
    state: z.enum(['began', 'ended']),
    wallet: z.string().nullable(),
    chain: z.string().nullable(),
    reason: z.string(),
    whatToDo: z.string(),
    destination: z.string().optional(),
  }),
);
/** As CloudWatch publishes it. */
const alarm = parsedJson(
  z.object({ AlarmName: z.string(), NewStateValue: z.string(), AlarmDescription: z.string().nullish() }),
);

/** What the operations topic has, as a chat shows it: a message of ours, an alarm, or whatever else somebody published. */
export function operationsChat(content: string, subject: string | null): ChatMessage {
  const message = operations.safeParse(content).data;
  if (message !== undefined) return ofOurs(message);
  const rung = alarm.safeParse(content).data;
  if (rung !== undefined) return ofAlarm(rung);
  return { headline: `🔧 ${shown(subject ?? content)}`, lines: [], link: null, tone: 'danger' };
}

function ofOurs({
  type,
  state,
  wallet,
  chain,
  reason,
  whatToDo,
  destination,
}: z.infer<typeof operations>): ChatMessage {
  const began = state === 'began';
  const { meanwhile } = incidentTexts[type];
  const facts = [
    ['Reason', reason],
    ['What to do', began ? whatToDo : null],
    ['Meanwhile', began ? meanwhile : null],
    ['Wallet', wallet],
    ['Chain', chain],
    ['Destination', destination ?? null],
  ] as const;
  return {
    headline: `${began ? '🔧' : '✅'} Chainbell: ${incidentTexts[type][state]}`,
    lines: facts.flatMap(([name, text]) => (text === null ? [] : [`${name}: ${shown(text)}`])),
    link: null,
    tone: began ? 'danger' : 'well',
  };
}

function ofAlarm({ AlarmName, NewStateValue, AlarmDescription }: z.infer<typeof alarm>): ChatMessage {
  const rings = NewStateValue === 'ALARM';
  return {
    headline: `${rings ? '🔧' : '✅'} ${NewStateValue}: ${shown(AlarmName)}`,
    lines: AlarmDescription ? [`About: ${shown(AlarmDescription)}`] : [],
    link: null,
    tone: rings ? 'danger' : 'well',
  };
}

function shown(text: string): string {
  return chatStyle.text(cleanText(text, 280) ?? '') || '(nothing visible)';
}
