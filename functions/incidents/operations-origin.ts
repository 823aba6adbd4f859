/** What sends operations messages, and where more is said of them. */
export interface OperationsOrigin {
  /** The setting: https, without an anchor. */
  readonly runbookUrl: string;
  /** Whoever runs several must know which one it is, and what `npx chainbell` calls it. */
  readonly stack: { readonly name: string; readonly region: string };
}

/** Of a function, by its environment. */
export function operationsOriginOf(settings: {
  readonly RUNBOOK_URL: string;
  readonly STACK_NAME: string;
  readonly OPS_TOPIC_ARN: string;
}): OperationsOrigin {
  const [, , , region = ''] = settings.OPS_TOPIC_ARN.split(':');
  return { runbookUrl: settings.RUNBOOK_URL, stack: { name: settings.STACK_NAME, region } };
}

/** Whole as a fact of its own: what the commands in a message need where the shell's defaults are another stack's. */
export function stackFact({ stack: { name, region } }: OperationsOrigin): string {
  return `${name} in ${region} (commands, in your checkout: --stack ${name} --region ${region})`;
}
