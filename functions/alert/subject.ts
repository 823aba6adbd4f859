import type { Alert } from './alert.ts';
import { markCopies } from './mark-copies.ts';
import { sentence } from './sentence.ts';
import { asciiVoice } from './voice.ts';

/** SNS refuses a longer subject, one beyond ASCII, and one with a line break or control character. */
const subjectLength = 100;

/** The alert as the subject of its email. */
export function subjectText(alert: Alert): string {
  return sentence(markCopies(alert), asciiVoice, subjectLength, 'short');
}
