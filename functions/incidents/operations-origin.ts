export interface OperationsOrigin {
  /** https, without an anchor. */
  readonly runbookUrl: string;
  /** Whoever runs several stacks must know which one it is. */
  readonly stack: { readonly name: string; readonly region: string };
}

export function operationsOriginOf(settings: {
  readonly RUNBOOK_URL: string;
  readonly STACK_NAME: string;
  readonly OPS_TOPIC_ARN: string;
}): OperationsOrigin {
  const [, , , region = ''] = settings.OPS_TOPIC_ARN.split(':');
  return { runbookUrl: settings.RUNBOOK_URL, stack: { name: settings.STACK_NAME, region } };
}

/** The stack's name, and the options that commands need if the shell's defaults are another stack's. */
export function stackFact({ stack: { name, region } }: OperationsOrigin): string {
  return `${name} in ${region} (commands, in your checkout: --stack ${name} --region ${region})`;
}

/** Linked by the local run, and if the checkout's repository is not known. Nobody can own this name. */
export const repositoryRunbook = 'https://chainbell.example/docs/runbook.md';

/** @param runbookUrl https, without an anchor @param heading of docs/runbook.md: an alarm's name or an operations type */
export function runbookLink(runbookUrl: string, heading: string): string {
  return `${runbookUrl}#${anchorOf(heading)}`;
}

/** GitHub's anchor: `polls-late` of `polls late`, `keymissing` of `key.missing`. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
