import { readFile } from 'node:fs/promises';

export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
}

const files = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/inbox.css': { name: 'inbox.css', type: 'text/css; charset=utf-8' },
  '/inbox.js': { name: 'inbox.js', type: 'text/javascript; charset=utf-8' },
  '/icon.svg': { name: 'icon.svg', type: 'image/svg+xml' },
};

/** The page's files by path, read once. */
export async function readPageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const read = Object.entries(files).map(async ([path, { name, type }]) => {
    const body = await readFile(new URL(`page/${name}`, import.meta.url));
    return [path, { type, body }] as const;
  });
  return new Map(await Promise.all(read));
}
