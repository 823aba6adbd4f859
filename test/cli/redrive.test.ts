import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useCommandLine } from '../support/command-line.ts';
import { deadLetters } from './healthy-deployment.ts';

const line = useCommandLine();

describe('chainbell redrive', () => {
  it('sends every dead letter to its own queue again, and says how many', async () => {
    const queue = deadLetters(line, ['one', 'two']);
    expect(await line.run(['redrive', 'team'])).toEqual({
      code: 0,
      stdout: '2 dead letters of team sent again.\n',
      stderr: '',
    });
    expect(queue).toEqual({
      letters: [],
      sent: [
        ['https://sqs.x/1/Chainbell-team', 'one'],
        ['https://sqs.x/1/Chainbell-team', 'two'],
      ],
    });
  });

  it('sends each of several letters of one content, and none that comes back meanwhile', async () => {
    const queue = deadLetters(line, ['one', 'two', 'one']);
    line.answer('sqs:DeleteMessage', ({ ReceiptHandle }) => {
      const back = queue.letters.filter(({ id }) => id === ReceiptHandle);
      const others = queue.letters.filter(({ id }) => id !== ReceiptHandle);
      queue.letters = [...others, ...back.map(({ id, body }) => ({ id: `${id} again`, body }))];
      return {};
    });
    expect((await line.run(['redrive', 'team'])).stdout).toBe('3 dead letters of team sent again.\n');
    expect(queue.sent.map(([, body]) => body)).toEqual(['one', 'two', 'one']);
  });

  it.each(['nobody', 'no such name', 'x'.repeat(80)])(
    'says that there is no destination %s',
    async (name) => {
      deadLetters(line, ['one']);
      expect(await line.run(['redrive', name])).toEqual({
        code: 1,
        stdout: '',
        stderr: `The stack Chainbell has no destination ${name} in this account and region.\n`,
      });
    },
  );

  it('finds what SQS shows late, and sends once what it shows twice, each time with another handle', async () => {
    const queue = deadLetters(line, ['one', 'two']);
    let receives = 0;
    line.answer('sqs:ReceiveMessage', () => {
      receives += 1;
      const shown = [[], queue.letters.slice(0, 1), [], queue.letters][receives - 1] ?? [];
      return {
        Messages: shown.map(({ id, body }) => ({
          MessageId: id,
          ReceiptHandle: `${id}/${receives}`,
          Body: body,
          MD5OfBody: hash('md5', body),
        })),
      };
    });
    const deleted: unknown[] = [];
    line.answer('sqs:DeleteMessage', ({ ReceiptHandle }) => {
      deleted.push(ReceiptHandle);
      return {};
    });
    expect((await line.run(['redrive', 'team'])).stdout).toBe('2 dead letters of team sent again.\n');
    expect(queue.sent.map(([, body]) => body)).toEqual(['one', 'two']);
    expect(deleted).toEqual(['letter 0/4', 'letter 1/4']);
  });

  it('that finds none says that a broken redrive hides its letters for a minute', async () => {
    deadLetters(line, []);
    expect(await line.run(['redrive', 'team'])).toMatchObject({
      code: 0,
      stdout:
        'No dead letters of team to send again. After a redrive that broke off, repeat it in a minute: until then SQS hides what it read.\n',
    });
    expect(JSON.parse((await line.run(['redrive', 'team', '--json'])).stdout)).toEqual({
      destination: 'team',
      sent: 0,
    });
  });

  it('keeps a dead letter that it could not send', async () => {
    const queue = deadLetters(line, ['one', 'two']);
    line.refuse('sqs:SendMessage');
    expect((await line.run(['redrive', 'team'])).code).toBe(2);
    expect(queue.letters.map(({ body }) => body)).toEqual(['one', 'two']);
  });
});
