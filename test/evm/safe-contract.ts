import { Evm } from './evm.ts';

/** Runs the code at the address in slot 0, and answers `masterCopy()` itself, like a Safe's proxy. */
const proxy = [
  '600054', // slot 0
  '63a619486e60e01b60003514603457', // masterCopy(): JUMP to 34
  '366000600037', // the call data
  '60006000366000845af4', // DELEGATECALL
  '3d600060003e602f573d6000fd', // revert with the returned data
  '5b3d6000f3', // 2f: return it
  '5b60005260206000f3', // 34: return slot 0
];

/** Answers as a Safe from its storage; any other call writes a log with the first word as topic and the second as data. */
const singleton = [
  '60003560e01c', // the selector
  '8063a0e67e2b14607157', // getOwners(): JUMP to 71
  '8063cc2f845214605f57', // getModulesPaginated(): JUMP to 5f
  '8063e75235b814605357', // getThreshold(): JUMP to 53
  '635624b25b14603c57', // getStorageAt(): JUMP to 3c
  '60243560005260043560206000a100', // LOG1, STOP
  '5b602060005260206020526004355460405260606000f3', // 3c: return a slot as bytes
  '5b60045460005260206000f3', // 53: return slot 4
  '5b6040600052600160205260406020607b56', // 5f: the list of slot 20, after its offset and its end
  '5b602060005260206010', // 71: the list of slot 10, after its offset
  '5b8054', // 7b: the list's length
  '5b818101548160051b840152801560965760019003607e56', // 7e: its words, the last first
  '5b505460010160051b016000f3', // 96: return it
];

const word = (value: string | number) => BigInt(value).toString(16).padStart(64, '0');

/** A Safe on a chain. Tests write its storage, also in ways that its own code never would. */
export class SafeOnChain {
  private readonly evm: Evm;
  private readonly address: string;

  private constructor(evm: Evm, address: string) {
    this.evm = evm;
    this.address = address;
  }

  static async place(evm: Evm, address: string, code: string): Promise<SafeOnChain> {
    await evm.rpc('hardhat_setCode', address, `0x${proxy.join('')}`);
    await evm.rpc('hardhat_setCode', code, `0x${singleton.join('')}`);
    const safe = new SafeOnChain(evm, address);
    await safe.store('0x0', code);
    return safe;
  }

  async setOwners(...owners: string[]): Promise<void> {
    await this.storeList(0x10, owners);
  }

  async setModules(...modules: string[]): Promise<void> {
    await this.storeList(0x20, modules);
  }

  async setThreshold(threshold: number): Promise<void> {
    await this.store('0x4', threshold);
  }

  /** @param slot the storage slot */
  async store(slot: string, value: string | number): Promise<void> {
    await this.evm.rpc('hardhat_setStorageAt', this.address, slot, `0x${word(value)}`);
  }

  /** Writes a log whose value is not indexed, as older Safes do. @returns the transaction's hash */
  async log(topic: string, value: string): Promise<unknown> {
    const data = `0x${'0'.repeat(8)}${topic.slice(2)}${word(value)}`;
    return this.evm.rpc('eth_sendTransaction', { from: Evm.owner, to: this.address, data, gas: '0x100000' });
  }

  private async storeList(slot: number, values: readonly string[]): Promise<void> {
    for (const [at, value] of [values.length, ...values].entries())
      await this.store(`0x${(slot + at).toString(16)}`, value);
  }
}
