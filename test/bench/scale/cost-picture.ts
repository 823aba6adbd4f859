import type { Estimate } from '../../../lib/cost/estimate.ts';
import { isWithinLimits, type Point, pointAt } from './curve.ts';

const width = 760;
const height = 440;
const plot = { left: 70, right: 590, top: 54, bottom: 380 };
/** The axes' powers of ten: wallets, and dollars. */
const x = { from: 1, to: 6 };
const y = { from: -1, to: 5 };
const wallets = [10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];

interface Bill {
  readonly amount: number;
  readonly isSolid: boolean;
}

const billOf = (estimate: Estimate): Bill => ({
  amount: estimate.awsAMonth.sum,
  isSolid: isWithinLimits(estimate),
});

const lines: readonly (readonly [name: string, colour: string, of: (point: Point) => Bill])[] = [
  ['naive design', '#6b7280', ({ naive }) => ({ amount: naive, isSolid: true })],
  ['without a node', '#b45309', ({ withoutNode }) => billOf(withoutNode)],
  ['with a node', '#0f766e', ({ withNode }) => billOf(withNode)],
];

/** docs/pictures/cost.svg: AWS's bill by the number of wallets, on two logarithmic scales, by the formulas of lib/cost. */
export function costPicture(): string {
  const points = wallets.map(pointAt);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Helvetica, Arial, sans-serif" font-size="13" fill="#1f2937">`,
    `<title>AWS's bill a month by the number of wallets, with and without a node</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(plot.left, 24, 'AWS a month, by wallets polled every minute', 'font-size="16" font-weight="bold"'),
    text(
      plot.left,
      42,
      'each active in 5 minutes of a day; dashed: beyond a limit of today (docs/architecture.md)',
      grey,
    ),
    ...range(x.from, x.to).map((power) => verticalAt(power)),
    ...range(y.from, y.to).map((power) => horizontalAt(power)),
    text((plot.left + plot.right) / 2, height - 20, 'wallets', `text-anchor="middle" ${grey}`),
    ...lines.flatMap(([name, colour, of]) =>
      drawn(
        name,
        colour,
        points.map((point) => ({ ...point, ...of(point) })),
      ),
    ),
    '</svg>\n',
  ].join('\n');
}

const grey = 'fill="#4b5563"';

function drawn(name: string, colour: string, points: readonly (Point & Bill)[]): string[] {
  const path = (some: readonly (Point & Bill)[], dash: string) => {
    const places = some.map(({ wallets, amount }) => `${xOf(wallets)},${yOf(amount)}`).join(' ');
    const line = `<polyline fill="none" stroke="${colour}" stroke-width="2.5"${dash} points="${places}"/>`;
    return some.length < 2 ? [] : [line];
  };
  const solid = points.filter(({ isSolid }) => isSolid);
  const end = points.at(-1)?.amount ?? 0;
  const named = `${name}: ${dollars(end)}`;
  return [
    ...path(solid, ''),
    // From the end of the solid line on.
    ...path(points.slice(Math.max(0, solid.length - 1)), ' stroke-dasharray="6 5"'),
    text(plot.right + 8, yOf(end) + 4, named, `fill="${colour}" font-weight="bold"`),
  ];
}

function verticalAt(power: number): string {
  const at = xOf(10 ** power);
  return `${rule(at, plot.top, at, plot.bottom)}${text(at, plot.bottom + 18, (10 ** power).toLocaleString('en-US'), `text-anchor="middle" ${grey}`)}`;
}

function horizontalAt(power: number): string {
  const at = yOf(10 ** power);
  return `${rule(plot.left, at, plot.right, at)}${text(plot.left - 8, at + 4, dollars(10 ** power), `text-anchor="end" ${grey}`)}`;
}

function rule(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#e5e7eb"/>`;
}

function text(at: number, down: number, words: string, attributes: string): string {
  return `<text x="${at}" y="${down}" ${attributes}>${words}</text>`;
}

function xOf(count: number): number {
  return place(Math.log10(count), x, plot.left, plot.right);
}

function yOf(amount: number): number {
  return place(Math.log10(amount), y, plot.bottom, plot.top);
}

function place(power: number, { from, to }: typeof x, begin: number, end: number): number {
  return Number((begin + ((power - from) / (to - from)) * (end - begin)).toFixed(1));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

function dollars(amount: number): string {
  return amount < 1 ? `$${amount.toFixed(2)}` : `$${Math.round(amount).toLocaleString('en-US')}`;
}
