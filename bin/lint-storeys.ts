import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Part of `npm run lint`: a file of functions/ imports only its own room and rooms below it, in the order of the table in
 * CONTRIBUTING.md, "Storeys": from the last row up, from left to right. Rooms of the first row don't know each other.
 */
const rows = readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| \d \| ([^|]+) \|/gm);
const [top = [], ...below] = Array.from(rows, ([, rooms = '']) => rooms.match(/[\w-]+/g) ?? []);
const order = below.toReversed().flat();
const storeys = new Map([...order.entries()].map(([storey, room]) => [room, storey]));
for (const room of top) storeys.set(room, order.length);

const paths = globSync('functions/**/*.ts').toSorted();
const roomOf = (path: string) => path.split('/')[1] ?? '';

function mayImport(path: string, target: string): boolean {
  const [room, other] = [roomOf(path), roomOf(target)];
  if (!target.startsWith('functions/')) return false;
  return room === other || (storeys.get(other) ?? order.length) < (storeys.get(room) ?? 0);
}

const complaints = paths.flatMap((path) => {
  if (!storeys.has(roomOf(path))) return [`${path}: its room has no storey in CONTRIBUTING.md.`];
  const imported = readFileSync(path, 'utf8').matchAll(/\b(?:from|import)\b ?\(?'(\.[^']+)'/g);
  return Array.from(imported, ([, target = '']) => join(dirname(path), target))
    .filter((target) => !mayImport(path, target))
    .map((target) => `${path}: a room imports only rooms below it, not ${target}.`);
});
for (const room of storeys.keys())
  if (!paths.some((path) => roomOf(path) === room))
    complaints.push(`CONTRIBUTING.md: there is no room ${room}.`);

for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
if (complaints.length > 0) process.exitCode = 1;
