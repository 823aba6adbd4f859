import fc from 'fast-check';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import { editDistance } from '../../../functions/wallet/misspelt-attributes.ts';
import { createNearness } from '../../../lib/cli/watchlist/rows/near-rows.ts';
import { exchange, treasury, usdc } from '../../support/alerts.ts';
import { anyText } from '../../support/any-text.ts';
import { useCommandLine } from '../../support/command-line.ts';
import { forAll } from '../../support/for-all.ts';

const line = useCommandLine();
const address = checksumAddress(treasury);
const digits = treasury.slice(2);
const meant = `Did you mean ${address} (Treasury) on eth?`;
const oneOff = treasury.replace(/5$/, '6');
const oneOffShown = checksumAddress(parseAddress(oneOff));

const rows = [
  { wallet: treasury, chain: 'eth', label: 'Treasury' },
  { wallet: exchange, chain: 'eth', label: 'Exchange' },
];

describe('a wallet that is not watched', () => {
  beforeEach(async () => {
    for (const row of rows) await line.putRow(row);
  });

  it.each([
    ['one digit is another', oneOff],
    ['two digits are swapped', `0x${digits.slice(0, 10)}96${digits.slice(12)}`],
    ['two digits are others', treasury.replace('26964', '36963')],
  ])('is answered with the one that is meant: %s', async (_, typed) => {
    expect(await line.run(['show', typed])).toEqual({
      code: 1,
      stdout: '',
      stderr: `${checksumAddress(parseAddress(typed))} is not watched on eth. ${meant}\n`,
    });
  });

  it.each([
    ['a digit is missing', treasury.slice(0, -1)],
    ['a digit is too many', `${treasury}5`],
    ['0x is missing', digits],
    ['a letter is none of hex', treasury.replace('0', 'O')],
    ['the case of a letter does not fit the checksum', address.replace('dA', 'Da')],
    ['a digit is another, so that the checksum does not fit', address.replace('6B', '5B')],
    ['it is shortened as explorers do', `${address.slice(0, 6)}…${address.slice(-4)}`],
    ['it is shortened with dots', `${address.slice(0, 6)}...${address.slice(-4)}`],
    ['its label is mistyped', 'Tresaury'],
  ])('is answered though it is no address: %s', async (_, typed) => {
    const { code, stdout, stderr } = await line.run(['show', typed]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^No watched wallet is called "Tresaury"|^"[^"]+" (is not an address|does not fit its own checksum)/,
    );
    expect(stderr.endsWith(` ${meant}\n`), stderr).toBe(true);
  });

  it('is answered with a warning if only its ends are those of a watched one', async () => {
    const imitation = `${treasury.slice(0, 8)}${'0'.repeat(28)}${treasury.slice(-6)}`;
    expect((await line.run(['show', imitation])).stderr).toBe(
      `${checksumAddress(parseAddress(imitation))} is not watched on eth. ${meant} Addresses that begin and end alike are not the same: compare every digit.\n`,
    );
  });

  it.each([
    [['show', 'treasury'], /^wallet +0xd8dA/],
    [['pause', ' TREASURY'], /^Treasury \(0xd8dA\w+\) on eth is paused/],
    [['set', 'Treasury', 'tags=a'], /^Treasury \(0xd8dA\w+\) on eth: tags is now a/],
    [['history', 'Treasury'], /of Treasury \(0xd8dA\w+\) on eth\.$/m],
    [['trust', 'Treasury', usdc], /is trusted for Treasury \(0xd8dA/],
    [['remove', 'Treasury'], /^Treasury \(0xd8dA\w+\) is no longer watched on eth/],
  ])('is no label: that names its wallet in %j', async (argv, said) => {
    expect(await line.run(argv)).toEqual({ code: 0, stdout: expect.stringMatching(said), stderr: '' });
  });

  it('needs --chain if two wallets have the label, and none if the label is unique', async () => {
    await line.putRow({ wallet: usdc, chain: 'base', label: 'Treasury' });
    await line.putRow({ wallet: usdc, chain: 'polygon', label: 'Savings' });
    const { code, stderr } = await line.run(['show', 'Treasury']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^2 wallets are called "Treasury": 0x\w+ on \w+, 0x\w+ on \w+\. Give the address, or --chain\.\n$/,
      ),
    ]);
    expect((await line.run(['show', 'Treasury', '--chain', 'base'])).stdout).toMatch(/^chain +base$/m);
    expect((await line.run(['show', 'savings'])).stdout).toMatch(/^chain +polygon$/m);
  });

  it.each([
    [['set', oneOff, 'label=x']],
    [['pause', oneOff]],
    [['resume', oneOff]],
    [['remove', oneOff]],
    [['trust', oneOff, usdc]],
  ])('is changed by no command: %j', async (argv) => {
    expect(await line.run(argv)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${oneOffShown} is not watched on eth. ${meant}\n`,
    });
    const after = await line.rows();
    expect(after).toHaveLength(2);
    expect(after).toEqual(expect.arrayContaining(rows));
  });

  it.each(['history', 'hidden'])('is a note of %s beside its answer, on stderr', async (name) => {
    const note = `${oneOffShown} is not watched on eth. ${meant}\n`;
    expect(await line.run([name, oneOff, '--json'])).toEqual({ code: 0, stdout: '[]\n', stderr: note });
    expect((await line.run([name, oneOff])).stderr).toBe(note);
    expect(await line.run([name, treasury])).toMatchObject({ code: 0, stderr: '' });
    expect([...line.asked]).not.toContain('dynamodb:Scan on watchlist');
  });

  it('is looked for on all chains, and the answer names the option that finds it', async () => {
    await line.putRow({ wallet: usdc, chain: 'bsc testnet', label: 'Token' });
    const { stderr } = await line.run(['show', usdc.replace(/8$/, '9')]);
    expect(stderr).toContain(
      `Did you mean ${checksumAddress(usdc)} (Token) on bsc testnet (--chain bsc-testnet)?\n`,
    );
  });

  it('is answered with three at most, the nearest first, and those of the chain before others', async () => {
    const ending = (last: string) => treasury.slice(0, -4) + last;
    await line.putRow({ wallet: ending('6030'), chain: 'eth', label: 'two slips' });
    await line.putRow({ wallet: ending('6044'), chain: 'polygon', label: 'elsewhere' });
    await line.putRow({ wallet: ending('6043'), chain: 'eth', label: 'first' });
    const { stderr } = await line.run(['show', ending('6047')]);
    expect(stderr).toContain('Did you mean one of these: ');
    expect([...stderr.matchAll(/\(([^)]*)\) on (\w+)/g)].map(([, label, chain]) => [label, chain])).toEqual([
      ['first', 'eth'],
      ['Treasury', 'eth'],
      ['elsewhere', 'polygon'],
    ]);
  });

  it.each([
    ['show', usdc, 1, /is not watched on eth: chainbell list shows what is\.\n$/],
    ['show', 'nobody', 2, /^No watched wallet is called "nobody"\. chainbell list shows them\.\n$/],
    ['show', '0x', 2, /is not an address: it takes 0x and 40 hex digits\.\n$/],
    ['show', '..', 2, /is not an address: it takes 0x and 40 hex digits\.\n$/],
    ['show', '0x'.repeat(100_000), 2, /is not an address: it takes 0x and 40 hex digits\.\n$/],
    ['show', '(a+)+$\u001b[2J', 2, /^No watched wallet is called "\(a\+\)\+\$\[2J"[ -~]*\n$/],
  ])('%s is not guessed at if nothing is near', async (name, typed, code, said) => {
    expect(await line.run([name, typed])).toEqual({ code, stdout: '', stderr: expect.stringMatching(said) });
  });

  it('is named without suggestions if the Watchlist may not be read, or there is no stack', async () => {
    line.refuse('dynamodb:Scan');
    expect((await line.run(['show', oneOff])).stderr).toMatch(/is not watched on eth: chainbell list/);
    expect((await line.run(['show', 'Treasury'])).stderr).toMatch(/ 40 hex digits\.\n$/);
    expect((await line.run(['show', 'Treasury', '--stack', 'Other'])).stderr).toMatch(/ 40 hex digits\.\n$/);
  });
});

describe('a hostile Watchlist', () => {
  it('shows nothing that acts upon the terminal, and suggests no row that can not be named', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', label: 'Treasury\u001b[2J\u202e\nrm -rf' });
    await line.putRow({ wallet: oneOff, chain: 'moon\u001b[2J', label: 'Treasury' });
    await line.putRow({ wallet: `${oneOff}\u001b[2J`, chain: 'eth', label: { not: 'text' } });
    const { stderr } = await line.run(['show', `${treasury.slice(0, -1)}7`]);
    expect(stderr).toMatch(/^[\x20-\x7e]+\n$/);
    expect(stderr).toMatch(new RegExp(`Did you mean ${address} \\(Treasury\\[2J rm -rf\\) on eth\\?\n$`));
  });

  it('keeps room for the whole address beside a label of any length', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', label: 'x'.repeat(5_000) });
    expect((await line.run(['show', oneOff])).stderr).toMatch(
      new RegExp(`${address} \\(x{64}\\) on eth\\?\n$`),
    );
  });

  it('is read up to a hundred thousand rows, however many there are', async () => {
    let pages = 0;
    const row = (n: number) => ({
      wallet: { S: `0x${n.toString(16).padStart(40, '0')}` },
      chain: { S: 'eth' },
    });
    line.answer('dynamodb:Scan', ({ Limit }) => {
      const from = pages * Number(Limit);
      pages += 1;
      const Items = Array.from({ length: Number(Limit) }, (_, i) => row(from + i));
      return { Items, LastEvaluatedKey: { wallet: { S: 'more' }, chain: { S: 'eth' } } };
    });
    expect((await line.run(['show', treasury])).code).toBe(1);
    expect(pages).toBe(100);
  });
});

describe('nearness', () => {
  const hex = fc.stringMatching(/^[0-9a-f]{40}$/);

  it('overlooks no address that is two slips away', () => {
    const slip = fc.record({
      at: fc.nat(40),
      kind: fc.constantFrom('drop', 'add', 'swap', 'put'),
      digit: fc.constantFrom(...'0123456789abcdef'),
    });
    forAll([hex, fc.array(slip, { maxLength: 2 })], (row, slips) => {
      const typed = slips.reduce((text, { at, kind, digit }) => {
        const [a = '', b = ''] = text.slice(at, at + 2);
        const middle = { drop: b, add: `${digit}${a}${b}`, swap: `${b}${a}`, put: `${digit}${b}` }[kind];
        return text.slice(0, at) + middle + text.slice(at + 2);
      }, row);
      // A digit put between two that were swapped is a third slip to those who count each place once.
      fc.pre(editDistance(typed, row, 2) <= 2);
      expect(createNearness(`0x${typed}`)(`0x${row}`, null)?.rank).toBe(editDistance(typed, row, 2));
    });
  });

  it('takes no text apart, whatever it is', () =>
    forAll(
      [anyText(), anyText(), hex],
      (typed, label, row) => {
        const near = createNearness(typed)(`0x${row}`, label);
        expect(near === null || near.rank <= 3).toBe(true);
      },
      { numRuns: inject('thorough') ? 200 : 30 },
    ));
});
