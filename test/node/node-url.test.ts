import { beforeEach, describe, expect, it } from 'vitest';
import { cleanNodeText, type NodeUrl, parseNodeUrl } from '../../functions/node/node-parameters.ts';

const credentials = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe("a node's address", () => {
  it("is the parameter's value, trimmed", () => {
    const { href, authorization } = parseNodeUrl('  https://node.example.org/v2/key?apikey=other \n');
    expect(href).toBe('https://node.example.org/v2/key?apikey=other');
    expect(authorization).toBeNull();
  });

  it.each([
    ['user:pass@', 'user:pass'],
    ['user@', 'user:'],
    [':pass@', ':pass'],
    ['us%3Aer:p%40ss@', 'us:er:p@ss'],
    ['me:100%25%@', 'me:100%25%'],
  ])('gives its login %s up to a header, and keeps it in no address', (login, sent) => {
    const { href, authorization } = parseNodeUrl(`https://${login}node.example.org/`);
    expect(href).toBe('https://node.example.org/');
    expect(authorization).toBe(credentials(sent));
  });

  it.each(['none', 'http://node.example.org', 'ftp://node.example.org'])('can not be %s', (text) => {
    expect(() => parseNodeUrl(text)).toThrow(/^The (value is not a URL|URL is not https .*)\.$/);
  });
});

describe("a node's own words", () => {
  let url: NodeUrl;
  beforeEach(() => {
    url = parseNodeUrl('https://user:passw%20rd@key1234.example.org/v2/Zyx/x?apikey=other%20key');
  });

  it.each([
    ['connect key1234.example.org', 'connect [...]'],
    ['KEY1234.EXAMPLE.ORG is down', '[...] is down'],
    ['bad key zyx', 'bad key [...]'],
    ['no such user', 'no such [...]'],
    ['wrong passw rd, passw%20rd', 'wrong [...], [...]'],
    ['unknown other key', 'unknown [...]'],
    ['see https://elsewhere.example.com/path for help', 'see [...] for help'],
    ['project 0123456789abcdefghij is over', 'project [...] is over'],
    ['limit is 10 x', 'limit is 10 x'],
  ])('%s is shown as %s', (said, shown) => {
    expect(cleanNodeText(said, url)).toBe(shown);
  });

  it('are shown without a key that is the whole query', () => {
    const { secrets } = parseNodeUrl('https://node.example.org/rpc?s3cret+k');
    expect(cleanNodeText('no route for ?s3cret+k', { secrets })).toBe('no route for ?[...]');
  });

  it('have the secret removed, the longest part first, so that no rest of it stays', () => {
    const lengths = url.secrets.map(({ length }) => length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(Math.min(...lengths)).toBe(3);
    expect(cleanNodeText('at https://user:passw%20rd@key1234.example.org/v2/Zyx/x', url)).toBe('at [...]');
  });
});
