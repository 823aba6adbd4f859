import { plainSentence } from '../cli/stack/aws-problem.ts';
import { Unfinished, Unusable } from '../cli/unusable.ts';

/** What a button or form of the page is answered: a sentence, and the field at fault where there is one. */
export interface ActionReply {
  readonly status: number;
  readonly message: string;
  readonly field: string | null;
}

/** The answer to what no button and no form of the page sends. */
export const notOfThePage: ActionReply = {
  status: 400,
  message: 'This is not what the page sends.',
  field: null,
};

/** Does what is asked, by the functions of the command line. @param fieldOf the field that a mistake is in */
export async function answerOf(
  act: () => Promise<string>,
  fieldOf: (mistake: Unusable) => string,
): Promise<ActionReply> {
  try {
    return { status: 200, message: await act(), field: null };
  } catch (error) {
    if (error instanceof Unfinished) return { status: 404, message: error.message, field: null };
    if (error instanceof Unusable)
      return { status: 400, message: inFieldWords(error.message), field: fieldOf(error) };
    const refusal = error instanceof Error ? plainSentence(error) : null;
    if (refusal !== null) return { status: 502, message: refusal, field: null };
    throw error;
  }
}

/** What the page calls its fields; whoever fills them in need not know the row's names. */
export const fieldLabels: Readonly<Record<string, string>> = {
  wallet: 'Address',
  chain: 'Chain',
  label: 'Label',
  direction: 'Direction',
  minAmount: 'Smallest amount',
  minUsd: 'Smallest worth in $',
  spam: 'Spam',
  tokens: 'Only these tokens',
  ignoreTokens: 'Not these tokens',
  trustTokens: 'Never spam',
  watch: 'What to tell of',
  minBalance: 'Lowest balance',
  address: 'Contact address',
  name: 'Name',
  tags: 'Tags',
};

/** A sentence that begins with the row's own name for a field, or the command line's option, in the page's words. */
export function inFieldWords(message: string): string {
  return message.replace(/^(?:--)?(\w+)(?=: )/, (name, plain: string) => fieldLabels[plain] ?? name);
}
