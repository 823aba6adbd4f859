import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type ServedApi, served } from '../../lib/simulated-api/serve-api.ts';
import { transfersCode, transfersData } from './transfers-contract.ts';

export type Fork = 'prague' | 'amsterdam';

/** The part of Hardhat's EVM that tests use. Its package is installed only in this folder, and the type check does without it. */
interface EdrPackage {
  readonly L1_CHAIN_TYPE: string;
  readonly MineOrdering: { readonly Priority: string };
  readonly ContractDecoder: new () => object;
  readonly EdrContext: new () => EdrContext;
  l1ProviderFactory(): object;
  l1HardforkFromString(fork: string): number;
  l1GenesisState(fork: number): object[];
}

interface EdrContext {
  registerProviderFactory(chainType: string, factory: object): Promise<void>;
  createProvider(chainType: string, ...settings: object[]): Promise<Provider>;
}

interface Provider {
  handleRequest(request: string): Promise<{ readonly data: unknown }>;
}

interface EvmOptions {
  readonly fork?: Fork;
  readonly chainId?: bigint;
  /** The first block's time in epoch milliseconds, in whole seconds. */
  readonly time?: number;
}

const gasLimit = 1_000_000_000n;
const key = `0x${'11'.repeat(32)}`;
/** Emits transfers. */
const contract = `0x${'c0'.repeat(20)}`;
/** A transaction's logs: ten of these are ten thousand transfers. */
const transfersATransaction = 1_000;
const hexOf = (value: number | bigint) => `0x${value.toString(16)}`;

let context: Promise<EdrContext> | null = null;

/** A process has one context, whose tests may have many EVMs. */
async function contextOf(edr: EdrPackage): Promise<EdrContext> {
  const made = new edr.EdrContext();
  await made.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory());
  return made;
}

/** A real EVM of a given hard fork, over HTTP; a test mines its blocks. */
export class Evm {
  /** The account with coin, which sends. */
  static readonly owner = '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a';
  readonly url: string;
  readonly stop: ServedApi['stop'];
  private readonly provider: Provider;

  private constructor(provider: Provider, { address, stop }: ServedApi) {
    this.provider = provider;
    this.url = address;
    this.stop = stop;
  }

  static async start({
    fork = 'prague',
    chainId = 1n,
    time = halfAMinuteAgo(),
  }: EvmOptions = {}): Promise<Evm> {
    const edr = createRequire(import.meta.url)('@nomicfoundation/edr') as EdrPackage;
    context ??= contextOf(edr);
    const funded = { address: Buffer.from(Evm.owner.slice(2), 'hex'), balance: 10n ** 20n };
    const genesis = { genesisBlockGasLimit: gasLimit, genesisBlobGas: { gasUsed: 0n, excessGas: 0n } };
    const provider = await (await context).createProvider(
      edr.L1_CHAIN_TYPE,
      {
        hardfork: fork,
        genesisState: [...edr.l1GenesisState(edr.l1HardforkFromString(fork)), funded],
        ownedAccounts: [key],
        chainId,
        networkId: chainId,
        network: { ...genesis, genesisBlockTime: BigInt(time / 1_000) },
        mining: { autoMine: false, blockGasLimit: gasLimit, memPool: { order: edr.MineOrdering.Priority } },
        defaultTransactionGasLimit: 1_000_000n,
        coinbase: new Uint8Array(20),
        minGasPrice: 0n,
        allowBlocksWithSameTimestamp: true,
        allowUnlimitedContractSize: false,
        bailOnCallFailure: true,
        bailOnTransactionFailure: true,
        observability: {},
        precompileOverrides: [],
      },
      { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback() {} },
      { subscriptionCallback() {} },
      new edr.ContractDecoder(),
    );
    const server = createServer(async (request, reply) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const asked = JSON.parse(body) as { id: unknown } | { id: unknown }[];
      const one = async (call: { readonly id: unknown }) => ({
        ...dataOf(await provider.handleRequest(JSON.stringify(call))),
        id: call.id,
      });
      const answers = Array.isArray(asked) ? await Promise.all(asked.map(one)) : await one(asked);
      reply.end(JSON.stringify(answers));
    });
    return new Evm(provider, await served(server));
  }

  async rpc(method: string, ...params: unknown[]): Promise<unknown> {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const { result, error } = dataOf(await this.provider.handleRequest(request));
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Sends coin in a block of its own. */
  async pay(from: string, to: string, value: bigint): Promise<unknown> {
    const hash = await this.rpc('eth_sendTransaction', { from, to, value: hexOf(value) });
    await this.rpc('evm_mine');
    return hash;
  }

  /** Singly: blocks of `hardhat_mine` have another state. */
  async mineEmpty(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) await this.rpc('evm_mine');
  }

  /** Mines these transfers of a token into one block with this time. */
  async mine(pairs: readonly { readonly from: string; readonly to: string }[], time: number): Promise<void> {
    const [from, to] = [Evm.owner, contract];
    await this.rpc('hardhat_setCode', to, transfersCode);
    const sent: unknown[] = [];
    for (let at = 0; at < pairs.length; at += transfersATransaction) {
      const data = transfersData(pairs.slice(at, at + transfersATransaction));
      sent.push(await this.rpc('eth_sendTransaction', { from, to, data, gas: '0x1000000' }));
    }
    await this.rpc('evm_setNextBlockTimestamp', Math.floor(time / 1_000));
    await this.rpc('evm_mine');
    for (const hash of sent) {
      const receipt = await this.rpc('eth_getTransactionReceipt', hash);
      if (Object(receipt).status !== '0x1')
        throw new Error(`A transaction of the test failed: ${JSON.stringify(receipt)}`);
    }
  }
}

function halfAMinuteAgo(): number {
  return Math.floor(Date.now() / 1_000) * 1_000 - 30_000;
}

/** A reply without its id. Large replies are objects. */
function dataOf({ data }: { readonly data: unknown }) {
  const reply: unknown = typeof data === 'string' ? JSON.parse(data) : data;
  return reply as { readonly result?: unknown; readonly error?: { readonly message: string } };
}
