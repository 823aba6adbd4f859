import { describe, expect, it } from 'vitest';
import { lookalikeOf, supplier } from '../spam/poisoning/history.ts';
import { treasury } from '../support/alerts.ts';
import { scratchFile } from '../support/scratch-folder.ts';
import { ended, parsed, run, start } from './chainbell.ts';
import { entry, flagged, ndjson, payment } from './entries.ts';

const imitation = lookalikeOf(supplier, 4, 4);
const zero = entry({ from_address: imitation, value: '0' });

describe('chainbell judge', () => {
  it('prints one judgement a line, in the order of the lines', async () => {
    const spam = Array.from({ length: 300 }, (_, i) => i % 3 === 0 || i % 7 === 0);
    const { code, stdout, stderr } = await run(
      ['judge'],
      ndjson(spam.map((bad) => entry(bad ? flagged : {}))),
    );
    expect([code, stderr]).toEqual([0, '']);
    const judged = parsed(stdout);
    expect(judged.map((line) => line.spam)).toEqual(spam);
    for (const line of judged) expect(Object.keys(line)).toEqual(['spam', 'score', 'poisoning', 'reasons']);
    expect(judged[0]).toMatchObject({
      poisoning: false,
      reasons: expect.arrayContaining([expect.objectContaining({ rule: 'flagged-by-api' })]),
    });
  });

  it('takes the form of the API document as it takes the live one', async () => {
    const { verified_contract: verified, ...live } = entry(flagged);
    const document = {
      ...live,
      block_number: 18_000_000,
      possible_spam: 'true',
      verified_collection: String(verified),
    };
    const asNumber = JSON.stringify(document).replace('"12500500000"', '12500500000');
    const { stdout, code } = await run(['judge'], `${ndjson([entry(flagged)])}${asNumber}\n`);
    const [first, second] = parsed(stdout);
    expect(code).toBe(0);
    expect(second).toEqual(first);
    expect(second?.spam).toBe(true);
  });

  it('names an unreadable line by its number, prints nothing for it, and goes on', async () => {
    const lines = [
      '{',
      JSON.stringify(entry()),
      '',
      '[]',
      JSON.stringify(entry({ value: 'much' })),
      ' ',
      JSON.stringify(entry(flagged)),
      '"x"',
    ];
    const { code, stdout, stderr } = await run(['judge'], lines.join('\n'));
    expect(parsed(stdout).map(({ spam }) => spam)).toEqual([false, true]);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'line 1: it is not JSON.',
      'line 4: the entry is not an object.',
      'line 5: value is a text of 4 characters, not a whole number from 0 to 2^256-1.',
      'line 8: the entry is not an object.',
    ]);
    expect(code).toBe(1);
  });

  it('takes CRLF, a byte order mark and a last line without an end', async () => {
    const input = `\ufeff${ndjson([entry(), entry(flagged)], '\r\n')}${JSON.stringify(entry())}`;
    const { code, stdout, stderr } = await run(['judge'], input);
    expect([code, stderr]).toEqual([0, '']);
    expect(parsed(stdout).map(({ spam }) => spam)).toEqual([false, true, false]);
  });

  it('answers a line while the next one is still to come', async () => {
    const child = start(['judge']);
    child.stdin.write(ndjson([entry(flagged)]));
    const first = await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve));
    expect(parsed(first.toString())).toHaveLength(1);
    child.stdin.end(ndjson([entry()]));
    const rest = await ended(child);
    expect(parsed(rest.stdout)).toHaveLength(1);
  });
});

describe('poisoning', () => {
  const wallet = ['judge', '--wallet', treasury];

  it('is what looks like an address that the wallet paid in an earlier line', async () => {
    const back = entry({ from_address: supplier });
    const fakeOut = entry({ from_address: treasury, to_address: imitation, ...flagged });
    const { stdout } = await run(wallet, ndjson([zero, payment, zero, back, fakeOut, zero]));
    const judged = parsed(stdout);
    expect(judged.map(({ poisoning }) => poisoning)).toEqual([false, false, true, false, true, true]);
    const reason = { rule: 'address-poisoning', detail: expect.stringContaining(`imitates ${supplier}`) };
    expect(judged[2]).toMatchObject({ spam: true, reasons: expect.arrayContaining([reason]) });
  });

  it('is nothing without a wallet, and in lines of another wallet', async () => {
    expect((await run(['judge'], ndjson([payment, zero]))).stdout).not.toContain('"poisoning":true');
    const others = { ...zero, to_address: supplier };
    expect((await run(wallet, ndjson([payment, others]))).stdout).not.toContain('"poisoning":true');
  });

  it('knows the history, in any order, and reports what it could not read of it', async () => {
    // The API lists the newest first: what was planted after the payment comes before it.
    const planted = entry({
      from_address: treasury,
      to_address: imitation,
      verified_contract: null,
      block_number: '18000009',
    });
    const history = scratchFile(`${ndjson([planted])}nonsense\n${ndjson([payment])}`);
    const { code, stdout, stderr } = await run([...wallet, '--history', history], ndjson([zero]));
    expect(parsed(stdout)[0]?.poisoning).toBe(true);
    expect(stderr).toBe(`${history} line 2: it is not JSON.\n`);
    expect(code).toBe(1);
  });
});
