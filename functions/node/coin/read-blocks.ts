import type { BlockNumber } from '../../chain/units.ts';
import { type BlockBody, type Receipt, readBlock, readBlockBody, readReceipt } from '../blocks.ts';
import { type AskNode, blockCall, NodeUnusable, type RpcAnswer, tooLarge } from '../calls.ts';

export async function readBodies(blocks: readonly number[], node: AskNode): Promise<readonly BlockBody[]> {
  const bodies: BlockBody[] = [];
  // One by one: a block may have a megabyte.
  for (const block of blocks) {
    const [answer] = await node.ask([blockCall(block, true)]);
    const body = readBlockBody(answer?.result) ?? (isDefinite(answer) ? await readHeader(block, node) : null);
    if (body?.number !== block)
      throw new NodeUnusable(`The node does not give the transactions of block ${block}.`);
    bodies.push(body);
  }
  return bodies;
}

/** Whether asking again is useless: the answer is too large to read, or in a form that only its chain has. */
function isDefinite({ error, result }: RpcAnswer = { result: null }): boolean {
  return error === tooLarge || result != null;
}

/** Stands in for an unreadable block, which would hold up all later ones: its changes are reported without its transactions. */
async function readHeader(block: BlockNumber, node: AskNode): Promise<BlockBody | null> {
  const [answer] = await node.ask([blockCall(block)]);
  const header = readBlock(answer?.result);
  return header && { ...header, transactions: [] };
}

export async function readReceipts(
  hashes: readonly string[],
  node: AskNode,
): Promise<ReadonlyMap<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  const answers = await node.ask(
    hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );
  for (const [at, hash] of hashes.entries()) {
    const receipt = readReceipt(answers[at]?.result);
    if (receipt !== null) receipts.set(hash, receipt);
    else if (!isDefinite(answers[at]))
      throw new NodeUnusable(`The node does not give the receipt of transaction ${hash}.`);
  }
  return receipts;
}
