import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createSsmApiKey } from '../../functions/api/api-key.ts';
import { KeyMissing } from '../../functions/transfer/source-errors.ts';

const ssm = mockClient(SSMClient);
const keyOf = () => createSsmApiKey(new SSMClient({ region: 'us-east-1' }), '/chainbell/api-key');
beforeEach(() => void ssm.reset());
afterAll(() => ssm.restore());

describe('the API key in SSM', () => {
  it('is read once, decrypted and trimmed, and read again once it was refused', async () => {
    ssm.on(GetParameterCommand).resolves({ Parameter: { Value: ' key-1\n' } });
    const key = keyOf();
    expect(key.current()).toBeNull();
    expect([await key.load(), await key.load(), key.current()]).toEqual(['key-1', 'key-1', 'key-1']);
    expect(ssm.commandCalls(GetParameterCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { Name: '/chainbell/api-key', WithDecryption: true },
    ]);
    expect(await key.isReplaced('key-1')).toBe(false);
    expect(await key.load()).toBe('key-1'); // by the next batch
    ssm.on(GetParameterCommand).resolves({ Parameter: { Value: 'key-2' } });
    expect([await key.load(), await key.load(), key.current()]).toEqual(['key-2', 'key-2', 'key-2']);
    expect(ssm.commandCalls(GetParameterCommand)).toHaveLength(4);
    expect(await key.isReplaced('key-1')).toBe(true); // a late answer
    expect(ssm.commandCalls(GetParameterCommand)).toHaveLength(4);
    ssm.on(GetParameterCommand).resolves({});
    expect(await key.isReplaced('key-2')).toBe(false);
  });

  it('is null if nobody set it; every other fault is an error', async () => {
    ssm.on(GetParameterCommand).rejects(new ParameterNotFound({ message: '', $metadata: {} }));
    expect(await keyOf().load()).toBeNull();
    for (const reply of [{}, { Parameter: {} }, { Parameter: { Value: '  ' } }]) {
      ssm.on(GetParameterCommand).resolves(reply);
      expect(await keyOf().load()).toBeNull();
    }
    ssm.on(GetParameterCommand).rejects(new Error('denied'));
    await expect(keyOf().load()).rejects.toThrow('denied');
  });

  it('counts as missing under a KMS key that the function may not use, so that operations hear of it', async () => {
    for (const name of ['AccessDeniedException', 'InvalidKeyId']) {
      ssm.on(GetParameterCommand).rejects(Object.assign(new Error('The ciphertext refers to'), { name }));
      const error = await keyOf()
        .load()
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(KeyMissing);
      expect(String(error)).toContain(`/chainbell/api-key can't be read (${name}). Its KMS key`);
    }
  });
});
