/** For long outputs: the lines that the guide shows. A line of dots replaces the others. */
const shown: readonly (readonly [command: RegExp, lines: RegExp])[] = [
  [/^npm ci/, /^added /],
  [/^npx cdk bootstrap/, /bootstrapped|no changes/],
  [/^npx cdk deploy/, /^(Do you wish|✅|Chainbell\.Version)/],
  [/^npx cdk destroy/, /^(Are you sure|✅)/],
  [/^webhook$/, /^[{}]|^ {2}"(id|type|severity)":|^ {4}"amount":/],
];

/** npm's remarks about Node.js and its own settings differ between machines. */
const ofThisMachine = /^npm (warn|notice)\b/;

/** A command's output or a service's message, in the form that the guide shows. */
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
