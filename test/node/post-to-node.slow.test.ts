import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parseNodeUrl } from '../../functions/node/node-parameters.ts';
import { maxReplyBytes, postToNode } from '../../functions/node/post-to-node.ts';
import { listenOnLoopback } from '../../lib/loopback-guard.ts';

it('a reply of a node that is larger than any is cut off, packed or not', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(maxReplyBytes + 1)));
  });
  const url = parseNodeUrl(await listenOnLoopback(server));
  await expect(postToNode(url, '{}', new AbortController().signal)).rejects.toThrow('larger than');
  server.closeAllConnections();
  server.close();
});
