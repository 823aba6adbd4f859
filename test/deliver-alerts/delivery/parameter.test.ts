import { ParameterNotFound, type SSMClient } from '@aws-sdk/client-ssm';
import { describe, expect, it } from 'vitest';
import { createParameters } from '../../../functions/deliver-alerts/delivery/target.ts';

function parametersOf(values: Record<string, string | Error>) {
  let now = 0;
  const inputs: unknown[] = [];
  const ssm = {
    async send({ input }: { readonly input: { readonly Name: string } }) {
      inputs.push(input);
      const value = values[input.Name];
      if (value === undefined) throw new ParameterNotFound({ message: '', $metadata: {} });
      if (value instanceof Error) throw value;
      return { Parameter: { Value: value } };
    },
  };
  const pass = (ms: number) => {
    now += ms;
  };
  const made = createParameters(ssm as unknown as SSMClient, { now: () => now });
  return { ...made, inputs, values, pass };
}
const name = '/chainbell/destinations/team';

describe("a destination's parameter", () => {
  it('is read decrypted, and distinguished from another value by a mark that reveals nothing of it', async () => {
    const { read, inputs, values, forget } = parametersOf({ [name]: 'secret' });
    const first = await read('team');
    expect(first?.value).toBe('secret');
    expect(first?.fingerprint).toMatch(/^[0-9a-f]{32}$/);
    expect(inputs).toEqual([{ Name: name, WithDecryption: true }]);
    values[name] = 'another';
    forget('team');
    expect((await read('team'))?.fingerprint).not.toBe(first?.fingerprint);
  });

  it('is read again after a minute, and at once if it is to be forgotten', async () => {
    const { read, inputs, pass, forget } = parametersOf({
      [name]: 'x',
      '/chainbell/destinations/other': 'y',
    });
    await read('team');
    pass(59_999);
    await read('team');
    expect(inputs).toHaveLength(1);
    pass(1);
    await read('team');
    expect(inputs).toHaveLength(2);
    forget('other');
    await read('team');
    expect(inputs).toHaveLength(2);
    forget('team');
    await read('team');
    expect(inputs).toHaveLength(3);
  });

  it('is looked for again after twenty seconds if it is missing', async () => {
    const { read, inputs, pass } = parametersOf({});
    expect(await read('team')).toBeNull();
    pass(19_999);
    expect(await read('team')).toBeNull();
    expect(inputs).toHaveLength(1);
    pass(1);
    await read('team');
    expect(inputs).toHaveLength(2);
  });

  it('is neither missing nor remembered if it cannot be read', async () => {
    const { read, values } = parametersOf({ [name]: new Error('access denied') });
    await expect(read('team')).rejects.toThrow('access denied');
    values[name] = 'x';
    expect((await read('team'))?.value).toBe('x');
  });
});
