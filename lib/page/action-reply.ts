import { plainSentence } from '../cli/stack/aws-problem.ts';
import { Unfinished, Unusable } from '../cli/unusable.ts';

/** A sentence, and the field at fault if there is one. */
export interface ActionReply {
  readonly status: number;
  readonly message: string;
  readonly field: string | null;
}

export const notOfThePage: ActionReply = {
  status: 400,
  message: 'This is not what the page sends.',
  field: null,
};

/** @param fieldOf the field at fault */
export async function answerOf(act: () => Promise<string>, fieldOf: (mistake: Unusable) => string) {
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

/** By the row's attribute. */
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

/** Replaces a leading attribute or option by the page's label. */
export function inFieldWords(message: string): string {
  return message.replace(/^(?:--)?(\w+)(?=: )/, (name, plain: string) => fieldLabels[plain] ?? name);
}
