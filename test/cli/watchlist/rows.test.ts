import { describe, expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import { exchange, treasury, usdc } from '../../support/alerts.ts';
import { useCommandLine } from '../../support/command-line.ts';
import { expectRefusal } from '../chainbell.ts';

const line = useCommandLine();
const typed = checksumAddress(parseAddress(treasury));

describe('chainbell add', () => {
  it('puts a row of the wallet in canonical spelling', async () => {
    const ended = await line.run(['add', typed, '--chain', 'ETHEREUM', 'label=Treasury', 'min-amount=10.50']);
    expect(ended).toEqual({
      code: 0,
      stdout: `Treasury (${typed}) is watched on eth, from its next poll on.\nMind that minAmount=10.50 counts units of any token: 5.25 WETH are left out, 21 of a worthless token are told. One by token: minAmount='{"USDC": 10.50}'; by worth: minUsd=5.\n`,
      stderr: '',
    });
    expect(await line.rows()).toEqual([
      { wallet: treasury, chain: 'eth', label: 'Treasury', minAmount: '10.50' },
    ]);
  });

  it('prints the row with --json, its lists as lists', async () => {
    const { stdout } = await line.run([
      'add',
      typed,
      `tokens=${usdc}, ${exchange}`,
      'tags=a,b',
      'paused=yes',
      '--json',
    ]);
    const tokens = [usdc, exchange].map((token) => token.toLowerCase()).sort();
    expect(JSON.parse(stdout)).toEqual({
      wallet: treasury,
      chain: 'eth',
      tokens,
      tags: ['a', 'b'],
      paused: true,
    });
    const [row] = await line.rows();
    expect(row?.tokens).toEqual(new Set(tokens));
  });

  it('stores the addresses of tokens that are named by their symbols', async () => {
    await line.run(['add', typed, 'tokens=USDC,native', 'minAmount={"usdc": 10}']);
    expect(await line.rows()).toEqual([
      { wallet: treasury, chain: 'eth', tokens: new Set(['native', usdc]), minAmount: `{"${usdc}":"10"}` },
    ]);
  });

  it.each([
    [['0x12'], /"0x12" is not an address/],
    [[typed.replace('d', 'D')], /does not fit its own checksum/],
    [[typed, '--chain', 'polygn'], /"polygn" is not a known chain: did you mean polygon\?/],
    [[typed, 'minAmount=ten'], /minAmount: "ten" is not an amount/],
    [[typed, 'lable=x'], /"lable" is no attribute of a row: did you mean label\?/],
    [[typed, 'every=1s'], /every: "1s" is out of range/],
    [[typed, 'Treasury'], /"Treasury" is no attribute: write name=value/],
    [[typed, 'label=a', 'label=b'], /label is there twice/],
    [[typed, '--stack', 'Other'], /There is no stack Other in us-east-1/],
  ])('writes nothing for %j and says why', async (argv, said) => {
    expectRefusal(await line.run(['add', ...argv]), said);
    expect(await line.rows()).toEqual([]);
  });

  it('leaves a row of the same wallet alone, however it is spelt, and replaces it with --force', async () => {
    const row = { wallet: typed, chain: 'Ethereum', label: 'mine' };
    await line.putRow(row);
    expectRefusal(await line.run(['add', treasury, 'label=other']), /is watched on eth already/);
    expect(await line.rows()).toEqual([row]);
    await line.run(['add', treasury, 'label=other', '--force']);
    expect(await line.rows()).toEqual([{ ...row, label: 'other' }]);
  });

  it('does not overwrite a row that somebody adds at the same moment', async () => {
    line.answer('dynamodb:Query', () => ({ Items: [] }));
    await line.putRow({ wallet: treasury, chain: 'eth', label: 'theirs' });
    expect(await line.run(['add', typed])).toMatchObject({ code: 2 });
    expect(await line.rows()).toMatchObject([{ label: 'theirs' }]);
  });
});

describe('chainbell set', () => {
  it.each([
    ['minAmount=5', { minAmount: '5' }],
    ['minAmount=', {}],
  ])('takes out what was misspelt as well: %s', async (assignment, left) => {
    await line.putRow({ wallet: treasury, chain: 'eth', minAmont: '7', note: 'mine' });
    await line.run(['set', typed, assignment]);
    expect(await line.rows()).toEqual([{ wallet: treasury, chain: 'eth', note: 'mine', ...left }]);
  });

  it('changes the attributes that are named, and no other', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', label: 'old', note: 'mine', every: '5m' });
    const { code, stdout } = await line.run(['set', typed, 'minAmount=10', 'label=New name', 'every=']);
    const [said, note] = stdout.split('\n');
    expect([code, said]).toEqual([
      0,
      `New name (${typed}) on eth: minAmount is now 10, label is now New name, every taken out.`,
    ]);
    expect(note).toMatch(/^Mind that minAmount=10 counts units of any token/);
    expect(await line.rows()).toEqual([
      { wallet: treasury, chain: 'eth', label: 'New name', note: 'mine', minAmount: '10' },
    ]);
  });

  it('says what still comes below minUsd', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth' });
    const [, note] = (await line.run(['set', typed, 'minUsd=100'])).stdout.split('\n');
    expect(note).toBe(
      'Mind that payments to somebody new are told below minUsd too, and so is what has no sure price.',
    );
    expect((await line.run(['set', typed, 'minUsd='])).stdout).not.toContain('Mind');
  });

  it('leaves no second spelling of an attribute behind', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', min_amount: '5', Label: 'old' });
    const { stdout } = await line.run(['set', typed, 'minAmount=', 'label=new', '--json']);
    expect(JSON.parse(stdout)).toEqual({ wallet: treasury, chain: 'eth', label: 'new' });
    expect(await line.rows()).toEqual([JSON.parse(stdout)]);
  });

  it('changes nothing if one of the values is wrong', async () => {
    const row = { wallet: treasury, chain: 'eth' };
    await line.putRow(row);
    expectRefusal(await line.run(['set', typed, 'label=x', 'direction=up']), /"up" is none of in, out/);
    expect(await line.rows()).toEqual([row]);
  });

  it('says what is wrong with a row, without its control characters', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', every: 'x\u001b[2J\u009bz' });
    expectRefusal(await line.run(['set', typed, 'label=x']), /every: "x\[2Jz" is no interval/);
  });

  it('says on which chain the wallet is watched, and exits with 1', async () => {
    await line.putRow({ wallet: treasury, chain: 'polygon' });
    expectRefusal(await line.run(['set', typed, 'label=x']), /not watched on eth: it is on polygon/, 1);
  });
});

describe('chainbell pause, resume and remove', () => {
  it('stops polling and resumes it, with everything else unchanged', async () => {
    const row = { wallet: treasury, chain: 'eth', label: 'Treasury' };
    await line.putRow(row);
    expect(await line.run(['pause', typed])).toMatchObject({ code: 0, stderr: '' });
    expect(await line.rows()).toEqual([{ ...row, paused: true }]);
    expect(JSON.parse((await line.run(['resume', typed, '--json'])).stdout)).toEqual(row);
    expect(await line.rows()).toEqual([row]);
  });

  it('deletes the row and prints it with --json, so that it can be put again', async () => {
    const row = { wallet: treasury, chain: 'eth', label: 'Treasury' };
    await line.putRow(row);
    expect(JSON.parse((await line.run(['remove', typed, '--json'])).stdout)).toEqual(row);
    expect(await line.rows()).toEqual([]);
    expectRefusal(await line.run(['remove', typed]), /is not watched on eth/, 1);
  });
});
