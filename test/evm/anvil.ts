import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { creationCode, transfersData } from './transfers-contract.ts';

/** A transaction's logs: ten of these are ten thousand transfers. */
const transfersATransaction = 1_000;

/** A real EVM on this machine; a test mines its blocks. */
export class Anvil {
  readonly url: string;
  private readonly process: ChildProcess;
  private sender = '';
  private contract = '';

  private constructor(process: ChildProcess, url: string) {
    this.process = process;
    this.url = url;
  }

  /** @param time the first block's time in epoch milliseconds: by default half a minute ago, in whole seconds */
  static async start(time = Math.floor(Date.now() / 1_000) * 1_000 - 30_000): Promise<Anvil> {
    const settings = ['--host', '127.0.0.1', '--port', '0', '--chain-id', '1', '--no-mining'];
    const limits = ['--gas-limit', '1000000000', '--timestamp', String(time / 1_000), '--accounts', '1'];
    const child = spawn(findAnvil(), [...settings, ...limits], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    for await (const chunk of child.stdout) {
      printed += chunk;
      const [, address] = /Listening on ([\d.]+:\d+)/.exec(printed) ?? [];
      if (address === undefined) continue;
      const anvil = new Anvil(child, `http://${address}`);
      await anvil.deploy(time);
      return anvil;
    }
    throw new Error(`anvil did not start: ${printed}`);
  }

  stop(): void {
    this.process.kill();
  }

  async rpc(method: string, ...params: unknown[]): Promise<unknown> {
    const reply = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await reply.json()) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Mines these transfers into one block with this time, and this many empty ones after it. */
  async mine(
    pairs: readonly { readonly from: string; readonly to: string }[],
    time: number,
    emptyBlocks = 0,
  ): Promise<void> {
    const sent: unknown[] = [];
    for (let at = 0; at < pairs.length; at += transfersATransaction) {
      const data = transfersData(pairs.slice(at, at + transfersATransaction));
      sent.push(await this.send({ to: this.contract, data }));
    }
    await this.block(time, 1);
    for (const hash of sent) await this.receipt(hash);
    if (emptyBlocks > 0) await this.rpc('anvil_mine', `0x${emptyBlocks.toString(16)}`, '0x0');
  }

  private async deploy(time: number): Promise<void> {
    [this.sender] = (await this.rpc('eth_accounts')) as [string];
    const hash = await this.send({ data: creationCode() });
    await this.block(time + 1_000, 1);
    this.contract = (await this.receipt(hash)).contractAddress;
  }

  private send(transaction: object): Promise<unknown> {
    return this.rpc('eth_sendTransaction', { from: this.sender, gas: '0x10000000', ...transaction });
  }

  private async block(time: number, count: number): Promise<void> {
    await this.rpc('evm_setNextBlockTimestamp', Math.floor(time / 1_000));
    await this.rpc('anvil_mine', `0x${count.toString(16)}`);
  }

  private async receipt(hash: unknown): Promise<{ contractAddress: string }> {
    const receipt = (await this.rpc('eth_getTransactionReceipt', hash)) as {
      status: string;
      contractAddress: string;
    } | null;
    if (receipt?.status !== '0x1')
      throw new Error(`A transaction of the test failed: ${JSON.stringify(receipt)}`);
    return receipt;
  }
}

/** The binary from npm; on platforms without one, Foundry's own, which ANVIL names. */
function findAnvil(): string {
  if (process.env.ANVIL !== undefined) return process.env.ANVIL;
  try {
    return createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil');
  } catch (cause) {
    throw new Error(
      'There is no anvil for this machine by npm: install Foundry, and set ANVIL to the path of its anvil.',
      {
        cause,
      },
    );
  }
}
