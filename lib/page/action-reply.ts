import { plainSentence } from '../cli/stack/aws-problem.ts';
import { Unfinished, Unusable } from '../cli/unusable.ts';
import { inFieldWords } from './field-words.ts';

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
