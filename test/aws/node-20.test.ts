import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Syntax, functions and classes that are newer than Node 20; app.slow.test.ts takes away methods of sets and iterators as well. */
const younger =
  /\b(?:URL\.parse|(?:Map|Object)\.groupBy|Array\.fromAsync|Promise\.(?:withResolvers|try)|RegExp\.escape|Error\.isError|Iterator\.from|AsyncDisposableStack|DisposableStack)[<(]|\bawait using\b/;

/** All files that are loaded with this one, it among them. */
function loadedWith(file: URL, loaded = new Map<string, string>()): ReadonlyMap<string, string> {
  if (loaded.has(file.pathname)) return loaded;
  const text = readFileSync(file, 'utf8');
  loaded.set(file.pathname, text);
  for (const [, path = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm))
    loadedWith(new URL(path, file), loaded);
  return loaded;
}

it.each(['lib/aws/chainbell.ts', 'functions/alert/alert.ts'])(
  'what other apps load runs on Node 20 as well, which CDK allows: %s',
  (path) => {
    const files = loadedWith(new URL(`../../${path}`, import.meta.url));
    expect([...files].filter(([, text]) => younger.test(text)).map(([file]) => file)).toEqual([]);
    if (path.startsWith('lib')) expect(files.size).toBeGreaterThan(30);
  },
);
