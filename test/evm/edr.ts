import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

export type Fork = 'prague' | 'amsterdam';

/** The part of Hardhat's EVM that tests use. Its package is installed only in this folder, and the type check does without it. */
interface EdrPackage {
  readonly L1_CHAIN_TYPE: string;
  readonly MineOrdering: { readonly Priority: string };
  readonly ContractDecoder: new () => object;
  readonly EdrContext: new () => {
    registerProviderFactory(chainType: string, factory: object): Promise<void>;
    createProvider(chainType: string, ...settings: object[]): Promise<Provider>;
  };
  l1ProviderFactory(): object;
  l1HardforkFromString(fork: string): number;
  l1GenesisState(fork: number): object[];
}

interface Provider {
  handleRequest(request: string): Promise<{ readonly data: unknown }>;
}

const gasLimit = 30_000_000n;
const key = `0x${'11'.repeat(32)}`;

/** A real EVM of a given hard fork, over HTTP: each transaction is mined at once. It knows forks that anvil does not. */
export class EdrNode {
  /** The account with coin, which sends. */
  static readonly owner = '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a';
  readonly url: string;
  private readonly server: Server;
  private readonly provider: Provider;

  private constructor(provider: Provider, server: Server) {
    this.provider = provider;
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(fork: Fork, chainId: bigint): Promise<EdrNode> {
    const edr = createRequire(import.meta.url)('@nomicfoundation/edr') as EdrPackage;
    const context = new edr.EdrContext();
    await context.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory());
    const funded = { address: Buffer.from(EdrNode.owner.slice(2), 'hex'), balance: 10n ** 20n };
    const provider = await context.createProvider(
      edr.L1_CHAIN_TYPE,
      {
        hardfork: fork,
        genesisState: [...edr.l1GenesisState(edr.l1HardforkFromString(fork)), funded],
        ownedAccounts: [key],
        chainId,
        networkId: chainId,
        network: { genesisBlockGasLimit: gasLimit, genesisBlobGas: { gasUsed: 0n, excessGas: 0n } },
        mining: { autoMine: true, blockGasLimit: gasLimit, memPool: { order: edr.MineOrdering.Priority } },
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
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    return new EdrNode(provider, server);
  }

  stop(): void {
    this.server.close();
  }

  async rpc(method: string, ...params: unknown[]): Promise<unknown> {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const { result, error } = dataOf(await this.provider.handleRequest(request));
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Sends coin from the owner, in a block of its own. */
  send(to: string, value: bigint): Promise<unknown> {
    return this.rpc('eth_sendTransaction', { from: EdrNode.owner, to, value: `0x${value.toString(16)}` });
  }
}

/** A reply without its id. Large replies are objects. */
function dataOf({ data }: { readonly data: unknown }) {
  const reply: unknown = typeof data === 'string' ? JSON.parse(data) : data;
  return reply as { readonly result?: unknown; readonly error?: { readonly message: string } };
}
