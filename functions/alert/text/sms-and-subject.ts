import type { Alert } from '../alert.ts';
import { lookalikePaid } from './imitation-texts.ts';
import { poisoningSms } from './poisoning-texts.ts';
import { sentence } from './sentence.ts';
import { asciiStyle, shorten } from './style.ts';
import { summarySentence, summarySubject } from './summary-texts.ts';

/** 140 leaves 20 of one SMS's 160 characters to the sender's name that SNS may put before it. */
const smsLength = 140;

const notYours = '. Not yours? Tell your signers now.';

export function smsText(alert: Alert): string {
  if (alert.type === 'summary') return summarySentence(alert);
  if (alert.type === 'wallet.poisoning') return poisoningSms(alert);
  const within = (length: number) => sentence(alert, asciiStyle, length, 'with reason');
  const isWarned =
    alert.type === 'transfer.sent' && alert.severity === 'warning' && lookalikePaid(alert) === null;
  // What to do comes before long names and the time since the last payment.
  const short = isWarned ? within(smsLength - notYours.length) + notYours : null;
  return short !== null && short.length <= smsLength ? short : within(smsLength);
}

/**
 * SNS refuses a longer subject, one beyond ASCII, and one with a line break or control character. A refused alert holds back all
 * later ones of its wallet.
 */
const subjectLength = 100;

export function subjectText(alert: Alert): string {
  if (alert.type === 'summary') return summarySubject(alert);
  return shorten(sentence(alert, asciiStyle, subjectLength, 'short'), subjectLength);
}
