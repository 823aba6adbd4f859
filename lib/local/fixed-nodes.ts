import { type FindNode, readNode } from '../../functions/node/node-parameters.ts';

/** @param urls by chain id */
export function fixedNodes(urls: ReadonlyMap<string, string>): FindNode {
  return async ({ id, name }) => {
    const url = urls.get(id);
    return url === undefined ? { kind: 'none' } : readNode(url, `of ${name}`);
  };
}
