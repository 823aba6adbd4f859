import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Syntax, functions and classes newer than Node 20; app.slow.test.ts also removes methods of sets and iterators. */
const younger =
  /\b(?:URL\.parse|(?:Map|Object)\.groupBy|Array\.fromAsync|Promise\.(?:withResolvers|try)|RegExp\.escape|Error\.isError|Iterator\.from|AsyncDisposableStack|DisposableStack)[<(]|\bawait using\b/;

/** This file and all files that it loads. */
function loadedWith(file: URL, loaded = new Map<string, string>()): ReadonlyMap<string, string> {
  if (loaded.has(file.pathname)) return loaded;
  const text = readFileSync(file, 'utf8');
  loaded.set(file.pathname, text);
  for (const [, path = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm))
    loadedWith(new URL(path, file), loaded);
  return loaded;
}

it.each(['lib/aws/chainbell.ts', 'functions/alert/alert.ts'])(
  'files that other apps load run on Node 20, which CDK allows: %s',
  (path) => {
    const files = loadedWith(new URL(`../../${path}`, import.meta.url));
    expect([...files].filter(([, text]) => younger.test(text)).map(([file]) => file)).toEqual([]);
    if (path.startsWith('lib')) expect(files.size).toBeGreaterThan(30);
  },
);
