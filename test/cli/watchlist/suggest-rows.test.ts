import fc from 'fast-check';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { checksumAddress } from '../../../functions/chain/address.ts';
import { editDistance } from '../../../functions/wallet/misspelt-attributes.ts';
import { createNearness } from '../../../lib/cli/watchlist/rows/suggest-rows.ts';
import { exchange, treasury, usdc } from '../../support/alerts.ts';
import { anyText } from '../../support/any-text.ts';
import { useCommandLine } from '../../support/command-line.ts';
import { forAll } from '../../support/for-all.ts';
import { transcripts } from '../transcript.ts';

const line = useCommandLine();
const told = transcripts(line);
const address = checksumAddress(treasury);
const digits = treasury.slice(2);
const meant = `Did you mean ${address} (Treasury) on eth?`;
const oneOff = treasury.replace(/5$/, '6');
const putRow = (wallet: string, label: unknown, chain = 'eth') => line.putRow({ wallet, chain, label });

describe('a wallet that is not watched', () => {
  beforeEach(async () => {
    await putRow(treasury, 'Treasury');
    await putRow(exchange, 'Exchange');
  });

  it.each([
    ['one digit is another', oneOff],
    ['two digits are swapped', `0x${digits.slice(0, 10)}96${digits.slice(12)}`],
    ['two digits are others', treasury.replace('26964', '36963')],
    ['a digit is missing', treasury.slice(0, -1)],
    ['a digit is too many', `${treasury}5`],
    ['0x is missing', digits],
    ['a letter is none of hex', treasury.replace('0', 'O')],
    ['the case of a letter does not fit the checksum', address.replace('dA', 'Da')],
    ['a digit is another, so that the checksum does not fit', address.replace('6B', '5B')],
    ['it is shortened as explorers do', `${address.slice(0, 6)}…${address.slice(-4)}`],
    ['it is shortened with dots', `${address.slice(0, 6)}...${address.slice(-4)}`],
    ['its label is mistyped', 'Tresaury'],
  ])('is answered with the one that is meant: %s', async (_, typed) => {
    const { code, stdout, stderr } = await line.run(['show', typed]);
    expect([code, stdout]).toEqual([/is not watched on eth|No watched wallet/.test(stderr) ? 1 : 2, '']);
    expect(stderr.endsWith(` ${meant}\n`), stderr).toBe(true);
  });

  told('may be named by its label in any letter case', async ({ type, says }) => {
    for (const words of ['show treasury', "pause ' TREASURY'", 'set Treasury tags=a', 'history Treasury'])
      await type(words);
    for (const words of [`trust Treasury ${usdc}`, 'remove Treasury']) await type(words);
    says(`label Treasury state waits for its first poll … Treasury (${address}) on eth is paused: …
      Treasury (${address}) on eth: tags is now a. $ … History has no alert of Treasury (${address}) on eth. $
      … is trusted for Treasury (${address}) on eth from now on. $ … Treasury (${address}) is no longer watched on eth. $`);
  });

  told('needs --chain if two wallets have the label, not if it is unique', async ({ type, says }) => {
    await putRow(usdc, 'Treasury', 'base');
    await putRow(usdc, 'Savings', 'polygon');
    expect((await line.run(['show', 'Treasury'])).stderr).toMatch(
      /^2 wallets are called "Treasury": 0x\w+ on \w+, 0x\w+ on \w+\. Give the address, or --chain\.\n$/,
    );
    await putRow(`0x${'5'.repeat(40)}`, 'Treasury', 'base');
    expect((await line.run(['show', 'Treasury', '--chain', 'base'])).stderr).toMatch(
      /\. Give the address\.\n$/,
    );
    await line.run(['remove', `0x${'5'.repeat(40)}`, '--chain', 'base']);
    for (const words of ['Treasury --chain base', 'savings']) await type(`show ${words}`);
    says('chain base label Treasury … $ … chain polygon label Savings … $');
  });

  told('is changed by no command', async ({ type, note, says }) => {
    for (const words of ['set @ label=x', 'pause @', 'resume @', 'remove @', `trust @ ${usdc}`])
      await type(words.replace('@', oneOff));
    note((await line.rows()).map(({ label }) => label).sort());
    says(`set … [exit code 1] $ … pause … ${meant} [exit code 1] $ … resume … ${meant} [exit code 1] $
      … remove … ${meant} [exit code 1] $ … trust … ${meant} [exit code 1] # [ 'Exchange', 'Treasury' ] $`);
  });

  told('is a note of history and hidden beside their answer, on stderr', async ({ type, says }) => {
    for (const name of ['history', 'hidden'])
      for (const wallet of [oneOff, `${oneOff} --json`, treasury]) await type(`${name} ${wallet}`);
    expect([...line.asked]).not.toContain('dynamodb:Scan on watchlist');
    says(`History has no alert of … on eth. ! … is not watched on eth. ${meant} $ … --json [] ! … ${meant} $
      … History has no alert of ${address} on eth. $ … Nothing was hidden of … left out. ! … ${meant} $ … --json [] ! … ${meant} $
      … left out. $`);
  });

  const ending = (last: string) => treasury.slice(0, -4) + last;
  it.each<[string, [wallet: string, label: string, chain?: string][], string, RegExp]>([
    [
      'with a warning if only its ends are those of a watched one',
      [],
      `${treasury.slice(0, 8)}${'0'.repeat(28)}${treasury.slice(-6)}`,
      /\? Addresses that begin and end alike are not the same: compare every digit\.$/,
    ],
    [
      'from all chains, by the option that finds it',
      [[usdc, 'Token', 'bsc testnet']],
      usdc.replace(/8$/, '9'),
      /Did you mean 0xA0b\w+ \(Token\) on bsc testnet \(--chain bsc-testnet\)\?$/,
    ],
    [
      'with at most three wallets, the nearest first, and those of the chain before others',
      [
        [ending('6030'), 'two slips'],
        [ending('6044'), 'elsewhere', 'polygon'],
        [ending('6043'), 'first'],
      ],
      ending('6047'),
      /one of these: \w+ \(first\) on eth, \w+ \(Treasury\) on eth, \w+ \(elsewhere\) on polygon \(--chain polygon\)\?$/,
    ],
  ])('is answered %s', async (_, rows, typed, said) => {
    for (const row of rows) await putRow(...row);
    const { code, stderr } = await line.run(['show', typed]);
    expect([code, stderr.trimEnd()]).toEqual([1, expect.stringMatching(said)]);
  });

  told('is said to have a key that no command finds: blanks, or a wrong letter', async ({ type, says }) => {
    const miscopied = `0x${'a'.repeat(39)}B`;
    for (const wallet of [` ${usdc}`, miscopied]) {
      await line.putRow({ wallet, chain: 'eth' });
      await type(`remove ${wallet.toLowerCase()}`);
    }
    says(`is not watched on eth. Its row has blanks around the address or a letter in the wrong case: mend that in the console
      (DynamoDB, Explore items, the Watchlist table). [exit code 1] $ … is not watched on eth. Its row has blanks … $`);
  });

  told('is not guessed at if nothing is near', async ({ type, says }) => {
    for (const typed of [usdc, 'nobody', '0x', '..', "'(a+)+$\u001b[2J'"]) await type(`show ${typed}`);
    expect((await line.run(['show', '0x'.repeat(100_000)])).stderr).toMatch(/ 40 hex digits\.\n$/);
    says(`is not watched on eth: see chainbell list. [exit code 1] $
      … ! No watched wallet is called "nobody". chainbell list shows the watched ones. [exit code 1] $
      … ! "0x" is not an address: it takes 0x and 40 hex digits. … ! ".." is not an address: …
      ! No watched wallet is called "(a+)+$[2J". chainbell list shows the watched ones. [exit code 1] $`);
  });

  told('gets no suggestions if no Watchlist may be read, or there is no stack', async ({ type, says }) => {
    line.refuse('dynamodb:Scan');
    for (const words of [oneOff, 'Treasury', 'Treasury --stack Other']) await type(`show ${words}`);
    says(`is not watched on eth: see chainbell list. [exit code 1] $ … ! "Treasury" is not an address: … [exit code 2] $
      … --stack Other ! "Treasury" is not an address: it takes 0x and 40 hex digits. [exit code 2] $`);
  });
});

told('suggestions show no control characters, no row without a usable key', async ({ type, says }) => {
  await putRow(treasury, 'Treasury\u001b[2J\u202e\nrm -rf');
  await putRow(oneOff, 'Treasury', 'moon\u001b[2J');
  await putRow(`${oneOff}\u001b[2J`, { not: 'text' });
  await type(`show ${treasury.slice(0, -1)}7`);
  says(`Did you mean ${address} (Treasury[2J rm -rf) on eth? [exit code 1] $`);
});

if (inject('thorough'))
  it('suggestions read at most a hundred thousand rows', async () => {
    let pages = 0;
    line.answer('dynamodb:Scan', ({ Limit }) => {
      const row = (n: number) => ({
        wallet: { S: `0x${n.toString(16).padStart(40, '0')}` },
        chain: { S: 'eth' },
      });
      const Items = Array.from({ length: Number(Limit) }, (_, i) => row(pages * Number(Limit) + i));
      pages += 1;
      return { Items, LastEvaluatedKey: { wallet: { S: 'more' }, chain: { S: 'eth' } } };
    });
    expect((await line.run(['show', treasury])).code).toBe(1);
    expect(pages).toBe(100);
  });

describe('the edit distance', () => {
  const hex = fc.stringMatching(/^[0-9a-f]{40}$/);

  it('finds every address that is two typing errors away', () => {
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
      // A digit inserted between two swapped ones is a third error if each place counts once.
      const slipped = editDistance(typed, row, 40);
      fc.pre(slipped <= 2);
      expect(createNearness(`0x${typed}`)(`0x${row}`, null)?.rank).toBe(slipped);
    });
  });

  it('throws for no text', () =>
    forAll(
      [anyText(), anyText(), hex],
      (typed, label, row) => {
        const near = createNearness(typed)(`0x${row}`, label);
        expect(near === null || near.rank <= 3).toBe(true);
      },
      { numRuns: inject('thorough') ? 200 : 30 },
    ));
});
