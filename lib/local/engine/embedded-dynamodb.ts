import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import dynalite from 'dynalite';
import { listenOnLoopback } from './listen-on-loopback.ts';
import { loopbackAccount } from './loopback-account.ts';

/** A DynamoDB of this process. */
export interface EmbeddedDynamoDB {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  /** Items as plain values, numbers as numbers. It has a client of its own: document clients of one share settings. */
  readonly documents: DynamoDBDocumentClient;
  stop(): Promise<void>;
}

/** Starts dynalite on a free port of 127.0.0.1: in memory, or in the LevelDB store at `path`. */
export async function startEmbeddedDynamoDB(path?: string): Promise<EmbeddedDynamoDB> {
  const server = dynalite({ createTableMs: 0, ...(path === undefined ? {} : { path }) });
  refuseBrowsers(server);
  const endpoint = await listenOnLoopback(server);
  const client = new DynamoDBClient({ endpoint, ...loopbackAccount });
  const documentsClient = new DynamoDBClient({ endpoint, ...loopbackAccount });
  return {
    endpoint,
    client,
    documents: DynamoDBDocumentClient.from(documentsClient),
    stop: async () => {
      client.destroy();
      documentsClient.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** dynalite allows every web page (CORS `*`) to read and write: a page sends an Origin, the SDK and the CLI don't. */
function refuseBrowsers(server: Server): void {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.origin !== undefined) {
      response.writeHead(403).end();
      return;
    }
    for (const handle of handlers) handle.call(server, request, response);
  });
}
