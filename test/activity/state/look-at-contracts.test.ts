import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { lookAtContracts } from '../../../functions/activity/state/look-at-contracts.ts';
import type { ContractState } from '../../../functions/activity/state/safe-state.ts';
import type { Address } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { NodeUnusable, type RpcAnswer, type RpcCall } from '../../../functions/node/calls.ts';
import { codeProgram } from '../../../functions/node/control/account-codes.ts';
import { printProgram } from '../../../functions/node/control/safes.ts';
import type { NodeCalls } from '../../../functions/node/json-rpc.ts';
import { exchange, imitation, treasury, usdc } from '../../support/alerts.ts';
import { wireLog, word, wordsOf } from '../../support/event-logs.ts';
import { answerProgram, emptyAccounts } from '../../support/fakes/node-answers.ts';
import { walletNumber } from '../../support/worlds/hinted-world.ts';

const reverted: RpcAnswer = { error: 'execution reverted' };
const result = (...words: (string | number | bigint)[]): RpcAnswer => ({ result: wordsOf(words) });

/** A contract that answers as a Safe does; null: it reverts. */
interface FakeSafe {
  implementation: string;
  owners: readonly string[] | null;
  threshold: number | null;
  modules: readonly string[] | null;
  /** The end of the module list: 1 marks the last. */
  next: number;
  guard: string;
  handler: string;
  /** Whether `masterCopy()` and `getStorageAt()` work: old versions lack one or both. */
  says: { readonly masterCopy: boolean; readonly storage: boolean };
}

/** keccak-256 of `guard_manager.guard.address`, and of `fallback_manager.handler.address`. */
const guardSlot = '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8';
const handlerSlot = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5';
const ownersCall = `"to":"${treasury}","data":"0xa0e67e2b`;

const proxyAlone = { masterCopy: true, storage: false };
const singleton = walletNumber(9_000);
const threeOwners: FakeSafe = {
  implementation: singleton,
  owners: [walletNumber(1), walletNumber(2), walletNumber(3)],
  threshold: 2,
  modules: [],
  next: 1,
  guard: '0x0',
  handler: usdc,
  says: { masterCopy: true, storage: true },
};

/** A chain with contracts, and the results of earlier looks at them. */
class ContractsLookedAt {
  readonly safes = new Map<string, FakeSafe>([[treasury, { ...threeOwners }]]);
  readonly withCode = new Set<string>([singleton, imitation]);
  /** The block that created the Safes. */
  readonly created = 1_001;
  readonly states = new Map<Address, ContractState | null>([[treasury, null]]);
  chain = findChain('eth');
  logs: object[] = [];
  /** The first block whose logs the previous look asked for. */
  logsFrom = 0;
  /** Whether no earlier look has asked about the wallets. */
  isFirst = true;
  /** Number of calls in one look. */
  asked = 0;
  writes = 0;
  /** The node's answer in place of the true one. */
  fault: (call: RpcCall) => RpcAnswer | null = () => null;
  callsLeft = Infinity;
  private block = 1_000;

  get safe(): FakeSafe {
    return this.safes.get(treasury) ?? threeOwners;
  }

  /** Adds this many Safes. */
  add(count: number, than: Partial<FakeSafe> = {}): void {
    for (let n = 0; n < count; n += 1) {
      this.safes.set(walletNumber(n), { ...threeOwners, ...than });
      this.states.set(walletNumber(n), null);
    }
  }

  /** The reported changes, each with the hash of the log that names it. */
  async look(): Promise<string[]> {
    this.block += 1;
    [this.asked, this.writes] = [0, 0];
    const at = { chain: this.chain, block: this.block, lastBlock: this.block - 1, minute: this.block };
    const look = { ...at, isFirst: () => this.isFirst, contracts: this.states };
    const told: string[] = [];
    for (const [wallet, { state, changes }] of await lookAtContracts(look, this.node)) {
      this.states.set(wallet, state);
      this.writes += 1;
      for (const [{ what, before, after }, log] of changes)
        told.push([what, before, after, ...(log ? [log.transactionHash.slice(0, 4)] : [])].join(' '));
    }
    return told;
  }

  private readonly node: NodeCalls = {
    batches: true,
    made: 0,
    isShort: false,
    bytesLeft: () => Infinity,
    end() {},
    ask: async (calls) => {
      if (this.asked + calls.length > this.callsLeft) throw new NodeUnusable('It would take more calls.');
      this.asked += calls.length;
      return calls.map((call) => this.fault(call) ?? this.answer(call));
    },
  };

  private answer({ method, params }: RpcCall): RpcAnswer {
    if (method === 'eth_getLogs') {
      this.logsFrom = Number((params[0] as { fromBlock: string }).fromBlock);
      return { result: this.logs };
    }
    if (method === 'eth_getStorageAt') return this.stored(String(params[0]), String(params[1]));
    const isContract = (wallet: string) =>
      this.withCode.has(wallet) || (this.safes.has(wallet) && Number(params[1]) >= this.created);
    if (method === 'eth_getCode') return { result: isContract(String(params[0])) ? '0x01' : '0x' };
    const { to, data } = params[0] as { to?: string; data: string };
    if (to !== undefined) return this.called(to, data);
    return {
      result: answerProgram(data, {
        ...emptyAccounts,
        isContract,
        printOf: (wallet) => (this.safes.has(wallet) ? BigInt(`0x${this.print(wallet)}`) : 0n),
      }),
    };
  }

  private print(wallet: string): string {
    const calls = printProgram.slice(-6 * 136).match(/.{136}/g) ?? [];
    const all = calls.map((data) => this.called(wallet, `0x${data}`));
    return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(2);
  }

  private called(wallet: string, data: string): RpcAnswer {
    const safe = this.safes.get(wallet);
    if (safe === undefined) return reverted;
    const { implementation, owners, threshold, modules, next, guard, handler, says } = safe;
    switch (data.slice(2, 10)) {
      case 'a0e67e2b':
        return owners === null ? reverted : result(32, owners.length, ...owners);
      case 'e75235b8':
        return threshold === null ? reverted : result(threshold);
      case 'cc2f8452':
        return modules === null ? reverted : result(64, next, modules.length, ...modules);
      case 'a619486e':
        return says.masterCopy ? result(implementation) : reverted;
      default:
        return says.storage ? result(32, 32, data.startsWith('0x5624b25b4a') ? guard : handler) : reverted;
    }
  }

  private stored(wallet: string, slot: string): RpcAnswer {
    const safe = this.safes.get(wallet);
    if (safe === undefined) return result(0);
    const { implementation, guard, handler } = safe;
    return result({ '0x0': implementation, [guardSlot]: guard, [handlerSlot]: handler }[slot] ?? 0);
  }
}

let chain: ContractsLookedAt;
beforeEach(() => {
  chain = new ContractsLookedAt();
});

const [one, two, three] = threeOwners.owners ?? [];

describe('a Safe', () => {
  it.each([
    ['a call to the Safe', '0xe75235b8'],
    ['the code of its implementation', singleton.slice(2)],
    ['its code before', '"0x3e8"'],
  ])('that is created is reported by the next look if a busy node first refuses %s', async (_, text) => {
    chain.isFirst = false;
    let refusals = 0;
    chain.fault = (call) => {
      const isRefused = JSON.stringify(call).includes(text) && refusals < 2;
      refusals += Number(isRefused);
      return isRefused ? { error: 'busy' } : null;
    };
    const told = [await chain.look(), await chain.look(), await chain.look()];
    expect(told.flat()).toEqual([`implementation  ${singleton}`]);
  });

  it('that is created, and set up only after a look, is reported', async () => {
    chain.isFirst = false;
    Object.assign(chain.safe, { owners: [], threshold: 0 });
    expect(await chain.look()).toEqual([]);
    Object.assign(chain.safe, { owners: [exchange], threshold: 1 });
    expect(await chain.look()).toEqual([`implementation  ${singleton}`]);
    expect(await chain.look()).toEqual([]);
  });

  it('that the looks before have not read is not reported', async () => {
    chain.isFirst = false;
    chain.withCode.add(treasury);
    expect(await chain.look()).toEqual([]);
  });

  it.each<[Partial<FakeSafe>, string[]]>([
    [{ owners: [exchange, one, two, three].map(String) }, [`owner-added  ${exchange}`]],
    [{ owners: [String(one), String(three)] }, [`owner-removed ${two} `]],
    [{ threshold: 1 }, ['threshold 2 1']],
    [{ modules: [exchange, imitation] }, [`module-enabled  ${exchange}`, `module-enabled  ${imitation}`]],
    [{ guard: exchange }, [`guard  ${exchange}`]],
    [{ handler: '0x0' }, [`fallback-handler ${usdc} `]],
    [
      { implementation: imitation, owners: null, threshold: null, modules: null, says: proxyAlone },
      [`implementation ${singleton} ${imitation}`],
    ],
  ])('tells once of %o, and of the way back', async (change, told) => {
    await chain.look();
    const before = { ...chain.safe };
    Object.assign(chain.safe, change);
    expect(await chain.look()).toEqual(told);
    expect(await chain.look()).toEqual([]);
    chain.safes.set(treasury, before);
    expect(await chain.look()).toHaveLength(told.length);
    expect(await chain.look()).toEqual([]);
  });

  it('is found by a node that leaves out leading zeros', async () => {
    const short = { result: `0x${BigInt(singleton).toString(16)}` };
    chain.fault = ({ params }) => (params[1] === '0x0' ? short : null);
    await chain.look();
    expect(chain.states.get(treasury)?.safe?.implementation).toBe(singleton);
  });

  it.each<[string, FakeSafe['says'], Partial<FakeSafe>, string]>([
    [
      'slot 0',
      { masterCopy: false, storage: true },
      { implementation: imitation },
      `implementation ${singleton} ${imitation}`,
    ],
    ['handler', proxyAlone, { handler: exchange }, `fallback-handler ${usdc} ${exchange}`],
  ])('whose answers do not show its %s is read by each look', async (_, says, change, told) => {
    chain.safe.says = says;
    await chain.look();
    Object.assign(chain.safe, change);
    expect(await chain.look()).toEqual([told]);
    await chain.look();
    expect(chain.writes).toBe(0);
  });

  it('that changes is read before those that every look reads', async () => {
    chain.add(60, { says: proxyAlone });
    for (let look = 0; look < 5; look += 1) await chain.look();
    chain.safe.threshold = 1;
    expect(await chain.look()).toEqual(['threshold 2 1']);
    // One call for the prints, one for the log of the change.
    expect(chain.asked).toBe(2 + 16 * 8);
  });

  it.each([
    ['indexed', (value: string, event = ownerAdded) => ({ topics: [event, `0x${word(value)}`], data: '0x' })],
    ['not indexed', (value: string, event = ownerAdded) => ({ topics: [event], data: `0x${word(value)}` })],
  ])('tells the transaction whose event names the change: %s', async (_, eventOf) => {
    await chain.look();
    const log = (value: string, digit: string) =>
      wireLog({ address: treasury, transactionHash: `0x${digit.repeat(64)}`, ...eventOf(value) });
    chain.logs = [log(exchange, '1'), log(imitation, '2'), { ...log(exchange, '3'), address: usdc }];
    chain.safe.owners = [exchange, ...(threeOwners.owners ?? [])];
    expect(await chain.look()).toEqual([`owner-added  ${exchange} 0x11`]);
    chain.logs = [log(exchange, '1'), { ...log(exchange, '4'), ...eventOf(exchange, ownerRemoved) }];
    chain.safe.owners = threeOwners.owners;
    expect(await chain.look()).toEqual([`owner-removed ${exchange}  0x44`]);
  });

  it.each([
    ['eth', 25],
    ['polygon', 150],
  ])('has the event of its change looked for in the last five minutes of %s', async (name, blocks) => {
    chain.chain = findChain(name);
    await chain.look();
    chain.safe.threshold = 1;
    await chain.look();
    expect(chain.logsFrom).toBe(1_002 - blocks);
  });
});

/** keccak-256 of `AddedOwner(address)` and of `RemovedOwner(address)`. */
const ownerAdded = '0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26';
const ownerRemoved = '0xf8d49fc529812e9a7c5c50e69c20f0dccc0db8fa95c98bc58cc9a4f1c1299eaf';

describe('state that can not be read', () => {
  it.each([
    ...['"0x4a', '"0x6c', '"eth_getStorageAt"'],
    ...['a0e67e2b', 'e75235b8'].map((data) => `"to":"${treasury}","data":"0x${data}`),
    codeProgram.slice(2),
  ])('of a node that fails at %s, or answers null, is found by the next look', async (text) => {
    for (const answer of [{ error: 'busy' }, { result: null }]) {
      chain.states.set(treasury, null);
      chain.fault = (call) => (JSON.stringify(call).includes(text) ? answer : null);
      await chain.look();
      chain.fault = () => null;
      expect(await chain.look()).toEqual([]);
      expect(chain.states.get(treasury)?.safe?.threshold).toBe('2');
    }
  });

  it('of a failing node is no change, and modules that were never read are not new', async () => {
    const modules = `"to":"${treasury}","data":"0xcc2f8452`;
    chain.safe.modules = [exchange];
    chain.fault = (call) => (JSON.stringify(call).includes(modules) ? { error: 'busy' } : null);
    for (let look = 0; look < 2; look += 1) expect(await chain.look()).toEqual([]);
    chain.fault = () => null;
    expect(await chain.look()).toEqual([]);
    chain.safe.modules = [];
    chain.fault = ({ method }) => (method === 'eth_call' ? { error: 'busy' } : null);
    expect(await chain.look()).toEqual([]);
    chain.fault = () => null;
    expect(await chain.look()).toEqual([`module-disabled ${exchange} `]);
  });

  it('because the host does not run the program is read from each contract singly', async () => {
    chain.fault = (call) => (JSON.stringify(call).includes('a619486e0') ? { error: 'out of gas' } : null);
    await chain.look();
    chain.safe.threshold = 3;
    expect(await chain.look()).toEqual(['threshold 2 3']);
  });

  it('because the node allows no more calls is an error, and earlier results are kept', async () => {
    chain.add(2);
    chain.callsLeft = 1;
    await expect(chain.look()).rejects.toThrow(NodeUnusable);
    chain.callsLeft = 10;
    await chain.look();
    expect(chain.writes).toBe(1);
  });
});

describe('a malicious contract', () => {
  it.each<[string, string, unknown]>([
    ['a slot that holds nothing', handlerSlot, '0x'],
    ['a slot that holds no text', '"0x0"', 7],
    ['a slot that holds other digits', '"0x0"', '0x1z'],
    ['a slot that holds another beginning', '"0x0"', '00x1'],
    ['a slot that holds more than a word', '"0x0"', `0x${'0'.repeat(65)}`],
    ['owners that are no text', ownersCall, 7],
    ['owners in other digits', ownersCall, `${wordsOf([32, 1, exchange])}z`],
    ['owners in another place', ownersCall, wordsOf([64, 1, exchange])],
    ['owners without a length', ownersCall, wordsOf([32])],
    ['fewer owners than it says', ownersCall, wordsOf([32, 2, exchange])],
  ])('that answers with %s has changed nothing else', async (_what, text, answer) => {
    await chain.look();
    chain.fault = (call) => (JSON.stringify(call).includes(text) ? { result: answer } : null);
    chain.safe.threshold = 1;
    expect(await chain.look()).toEqual(['threshold 2 1']);
  });

  it('whose module list has no length does not count as a Safe without modules', async () => {
    const modules = `"to":"${treasury}","data":"0xcc2f8452`;
    chain.fault = (call) => (JSON.stringify(call).includes(modules) ? { result: wordsOf([64, 1]) } : null);
    await chain.look();
    chain.fault = () => null;
    Object.assign(chain.safe, { modules: [exchange], threshold: 1 });
    expect(await chain.look()).toEqual(['threshold 2 1']);
  });

  it('that names another implementation than its slot is read by each look', async () => {
    const said = `"to":"${treasury}","data":"0xa619486e`;
    chain.fault = (call) => (JSON.stringify(call).includes(said) ? { result: wordsOf([exchange]) } : null);
    for (let look = 0; look < 2; look += 1) await chain.look();
    expect(chain.asked).toBeGreaterThan(1);
  });

  it.each([
    [500, true],
    [501, false],
  ])('of %i owners is a Safe: %s', async (count, isSafe) => {
    chain.safe.owners = Array.from({ length: count }, (_, n) => walletNumber(n + 1));
    await chain.look();
    expect(chain.states.get(treasury)?.safe != null).toBe(isSafe);
  });

  it.each<[string, Partial<FakeSafe>]>([
    ['has no owner', { owners: [], threshold: 0 }],
    ['asks for more signatures than it has owners', { threshold: 4 }],
    ['asks for none', { threshold: 0 }],
    ['has an implementation without code', { implementation: exchange }],
    ['has none', { implementation: '0x0' }],
    ['has ten thousand owners', { owners: Array.from({ length: 10_000 }, (_, n) => walletNumber(n + 1)) }],
    ['has owners that are no addresses', { owners: [`0x${'f'.repeat(64)}`], threshold: 1 }],
  ])('is no Safe: it %s', async (_, change) => {
    Object.assign(chain.safe, change);
    await chain.look();
    expect(chain.states.get(treasury)).toMatchObject({ safe: null });
    await chain.look();
    expect([chain.asked, chain.writes]).toEqual([1, 0]);
  });

  it.each([
    [300, 300],
    [300, 0],
    [0, 300],
  ])('that swaps %i owners for %i others is reported by tens, and none twice', async (gone, come) => {
    const crowd = (from: number, length: number) => Array.from({ length }, (_, n) => walletNumber(from + n));
    chain.safe.owners = crowd(1_000, 2 + gone);
    await chain.look();
    chain.safe.owners = [...crowd(1_000, 2), ...crowd(2_000, come)];
    const told: string[] = [];
    for (let look = 0; look < 31; look += 1) {
      const now = await chain.look();
      expect(now.length).toBeLessThanOrEqual(20);
      told.push(...now);
    }
    expect([told.length, new Set(told).size]).toEqual([gone + come, gone + come]);
    expect(chain.asked).toBe(1);
  });

  it('that enables a dozen modules is reported by tens', async () => {
    await chain.look();
    chain.safe.modules = Array.from({ length: 12 }, (_, n) => walletNumber(n + 1));
    expect([await chain.look(), await chain.look()].map(({ length }) => length)).toEqual([10, 2]);
  });

  it('whose module list is circular is reported with each new module once', async () => {
    chain.safe.modules = [exchange];
    await chain.look();
    chain.safe.modules = Array.from({ length: 50 }, () => imitation);
    chain.safe.next = Number.MAX_SAFE_INTEGER;
    expect(await chain.look()).toEqual([`module-enabled  ${imitation}`]);
    expect(await chain.look()).toEqual([]);
  });

  it('that names other modules at each look fills at most five hundred entries', async () => {
    await chain.look();
    chain.safe.next = Number.MAX_SAFE_INTEGER;
    for (let look = 0; look < 60; look += 1) {
      chain.safe.modules = Array.from({ length: 50 }, (_, n) => walletNumber(1_000 * look + n + 1));
      await chain.look();
    }
    expect(chain.states.get(treasury)?.safe?.modules).toHaveLength(500);
  });

  it('that answers megabytes does not disturb the others', async () => {
    const other = walletNumber(7);
    chain.safes.set(other, { ...threeOwners });
    chain.states.set(other, null);
    const nothing: RpcAnswer = { error: 'response too large' };
    chain.fault = (call) => (JSON.stringify(call).includes(`"to":"${treasury}"`) ? nothing : null);
    await chain.look();
    expect(chain.states.get(other)?.safe?.threshold).toBe('2');
  });
});
