/** The stack on which commands work without the option --stack. */
export const defaultStack = 'Chainbell';

/** Ends a text about another stack with the option of its commands: a command copied without it would change the default stack. */
export function withStackNote(text: string, stackName: string, separator = '\n'): string {
  return stackName === defaultStack
    ? text
    : `${text}${separator}Commands for this stack take --stack ${stackName}.`;
}

/** Empty for the default stack. */
export function stackOption(stackName: string): string {
  return stackName === defaultStack ? '' : ` --stack ${stackName}`;
}

/** A command of a stack, with the second word that some have, unless its options follow. */
const command =
  /\bchainbell (?!estimate|init|judge)((contacts|destination|heartbeat|key|rpc) )?[a-z]+\b(?![ a-z]* --(stack|region|local))/g;

/** Puts options into each command of a text: a command copied without them would change another stack. */
export function withOptions(text: string, options: string): string {
  return text.replaceAll(command, `$&${options}`);
}
