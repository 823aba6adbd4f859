/** The stack on which commands work without the option --stack. */
export const defaultStack = 'Chainbell';

/** Ends a text about another stack with the option of its commands: a command copied without it would change the default stack. */
export function withStackNote(text: string, stackName: string, separator = '\n'): string {
  return stackName === defaultStack
    ? text
    : `${text}${separator}Commands for this stack take --stack ${stackName}.`;
}
