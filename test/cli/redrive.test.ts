import { createHash } from 'node:crypto';
import { QueueDoesNotExist } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCommandLine } from '../support/command-line.ts';

const line = useCommandLine();
/** The client compares it with what it gets. */
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

let letters: string[] = [];
let sent: [queue: unknown, body: unknown][] = [];

beforeEach(() => {
  [letters, sent] = [['one', 'two'], []];
  line.answer('sqs:GetQueueUrl', ({ QueueName }) => {
    if (!String(QueueName).startsWith('Chainbell-team'))
      throw new QueueDoesNotExist({ message: '', $metadata: {} });
    return { QueueUrl: `https://sqs.x/1/${QueueName}` };
  });
  line.answer('sqs:ReceiveMessage', () => ({
    Messages: letters.map((Body) => ({ Body, MD5OfBody: md5(Body), ReceiptHandle: Body })),
  }));
  line.answer('sqs:SendMessage', ({ QueueUrl, MessageBody }) => {
    sent.push([QueueUrl, MessageBody]);
    return { MD5OfMessageBody: md5(String(MessageBody)) };
  });
  line.answer('sqs:DeleteMessage', ({ ReceiptHandle }) => {
    letters = letters.filter((letter) => letter !== ReceiptHandle);
    return {};
  });
});

describe('chainbell redrive', () => {
  it('sends every dead letter to its own queue again, and says how many', async () => {
    expect(await line.run(['redrive', 'team'])).toEqual({
      code: 0,
      stdout: '2 dead letters of team sent again.\n',
      stderr: '',
    });
    expect(sent).toEqual([
      ['https://sqs.x/1/Chainbell-team', 'one'],
      ['https://sqs.x/1/Chainbell-team', 'two'],
    ]);
    expect(letters).toEqual([]);
    letters = ['three'];
    const { stdout } = await line.run(['redrive', 'team', '--json']);
    expect(JSON.parse(stdout)).toEqual({ destination: 'team', sent: 1 });
  });

  it.each(['nobody', 'no such name', 'x'.repeat(80)])(
    'says that there is no destination %s',
    async (name) => {
      expect(await line.run(['redrive', name])).toEqual({
        code: 1,
        stdout: '',
        stderr: `The stack Chainbell has no destination ${name} in this account and region.\n`,
      });
    },
  );

  it('keeps a dead letter that it could not send, and names the action that a policy lacks', async () => {
    line.refuse('sqs:SendMessage');
    const { code, stderr } = await line.run(['redrive', 'team']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/sqs:SendMessage/)]);
    expect(letters).toEqual(['one', 'two']);
    expect(await line.run(['redrive'])).toMatchObject({ code: 2, stdout: '' });
  });
});
