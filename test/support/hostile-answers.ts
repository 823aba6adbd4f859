/** Answers of a malicious node, each of any size. No honest node sends them. */
export const hostileAnswers: readonly (readonly [name: string, answer: (bytes: number) => string])[] = [
  ['empty objects', (bytes) => `[${filled('{},', bytes)}{}]`],
  ['empty lists', (bytes) => `[${filled('[],', bytes)}[]]`],
  ['one list inside another', (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)],
  ['objects inside objects', (bytes) => `${filled('{"a":', bytes)}1${'}'.repeat(Math.floor(bytes / 5))}`],
  ['numbers', (bytes) => `[${filled('1,', bytes)}1]`],
  ['one string', (bytes) => `"${'a'.repeat(bytes)}"`],
  ['answers to one call, over and over', (bytes) => `[${filled('{"id":0,"result":"0x1"},', bytes)}{"id":0}]`],
  ['logs without anything', (bytes) => batchOf(`[${filled('{},', bytes)}{}]`)],
  ['logs of a million topics', (bytes) => batchOf(`[{"topics":[${filled('1,', bytes)}1]}]`)],
  ['an endless error', (bytes) => `{"id":1,"error":{"message":"${'x '.repeat(bytes / 2)}"}}`],
  ['an error of a million fields', (bytes) => `{"id":1,"error":{${filled('"a":1,', bytes)}"b":1}}`],
];

function filled(text: string, bytes: number): string {
  return text.repeat(Math.floor(bytes / text.length));
}

function batchOf(result: string): string {
  return `[{"id":0,"result":${result}},{"id":1,"result":null}]`;
}
