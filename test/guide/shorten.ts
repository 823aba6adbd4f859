/** Of commands and messages that say much: which of their lines the guide shows. What is left out stands there as one line of dots. */
const shown: readonly (readonly [command: RegExp, lines: RegExp])[] = [
  [/^npm ci/, /^added /],
  [/^npx cdk bootstrap/, /bootstrapped|no changes/],
  [/^npx (cdk|chainbell) deploy/, /^(stack|tables|plan|alerts|operations|Do you wish|✅|Chainbell\.Version)/],
  [/^npx cdk destroy/, /^(Are you sure|✅)/],
  [/^webhook$/, /^[{}]|^ {2}"(id|type|severity)":|^ {4}"amount":/],
];

/** npm's remarks about Node.js and its own settings are another on each machine. */
const ofThisMachine = /^npm (warn|notice)\b/;

/** What came of a command or to a service, as the guide shows it. */
export function shorten(command: string, came: string): string {
  const all = came.split('\n').filter((line) => !ofThisMachine.test(line));
  const lines = shown.find(([of]) => of.test(command))?.[1];
  if (lines === undefined) return all.join('\n');
  const short: string[] = [];
  for (const line of all) {
    if (lines.test(line)) short.push(line);
    else if (short.at(-1) !== '...') short.push('...');
  }
  return short.join('\n');
}
