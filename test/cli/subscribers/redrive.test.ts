import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { useCommandLine } from '../../support/command-line.ts';
import { deadLetters } from '../healthy-deployment.ts';
import { transcripts } from '../transcript.ts';

const line = useCommandLine();
const told = transcripts(line);

told('redrive sends each dead letter to its queue again, and says how many', async ({ type, note, says }) => {
  const queue = deadLetters(line, ['one', 'two']);
  await type('redrive team');
  note(queue);
  // An earlier redrive that was interrupted hides its letters for a minute.
  for (const option of ['', ' --json']) await type(`redrive team${option}`);
  // Workers remember a secret for ten seconds.
  says(`2 dead letters of team sent again. Delivery begins in 15 seconds, when a secret that was just set is in use. A destination that is switched off refuses them until its secret changes. # { letters: [],
    sent: [ [ 'https://sqs.x/1/Chainbell-team', 'one', 15 ], [ 'https://sqs.x/1/Chainbell-team', 'two', 15 ] ] } $
    … team has no dead letters to send again. If a redrive broke off, SQS hides its letters for a minute: repeat it then. $ … { "destination": "team", "sent": 0 } $`);
});

it('redrive sends each of several letters with equal content, and none that comes back meanwhile', async () => {
  const queue = deadLetters(line, ['one', 'two', 'one']);
  line.answer('sqs:DeleteMessage', ({ ReceiptHandle }) => {
    queue.letters = queue.letters.map((one) =>
      one.id === ReceiptHandle ? { ...one, id: `${one.id} again` } : one,
    );
    return {};
  });
  expect((await line.run(['redrive', 'team'])).stdout).toMatch(/^3 dead letters of team sent again\./);
  expect(queue.sent.map(([, body]) => body)).toEqual(['one', 'two', 'one']);
});

told('redrive says that there is no such destination', async ({ type, says }) => {
  deadLetters(line, ['one']);
  for (const name of ['nobody', "'no such name'", 'x'.repeat(80)]) await type(`redrive ${name}`);
  says(`! The stack Chainbell has no destination nobody in this account and region. [exit code 1] $
    … ! The stack Chainbell has no destination no such name in this … [exit code 1] $ … no destination xxxxx… [exit code 1] $`);
});

it('redrive finds letters that SQS shows late, and sends all as they were published, once each', async () => {
  // SQS shows letters in any order: a chat must not hear "reverted" before "received".
  const bodies = [3, 1, 2].map((day) => `{"Message":"x","Timestamp":"2026-01-0${day}T"}`);
  const queue = deadLetters(line, bodies);
  let receives = 0;
  line.answer('sqs:ReceiveMessage', ({ VisibilityTimeout }) => {
    // Letters that were found stay hidden, or SQS would show them again and again.
    expect(VisibilityTimeout).toBe(60);
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
  expect((await line.run(['redrive', 'team'])).stdout).toMatch(/^3 dead letters of team sent again\./);
  expect(queue.sent.map(([, body]) => body)).toEqual(bodies.toSorted());
  expect(deleted).toEqual(['letter 1/4', 'letter 2/4', 'letter 0/4']);
});

it('redrive keeps a dead letter that it could not send', async () => {
  const queue = deadLetters(line, ['one', 'two']);
  line.refuse('sqs:SendMessage');
  expect((await line.run(['redrive', 'team'])).code).toBe(2);
  expect(queue.letters.map(({ body }) => body)).toEqual(['one', 'two']);
});

it('redrive that breaks off says what it has sent again, and exits with 1', async () => {
  const queue = deadLetters(line, ['one', 'two']);
  line.refuse('sqs:DeleteMessage');
  expect(await line.run(['redrive', 'team'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Sent again: 1\. Then: AWS does not let .* sqs:DeleteMessage\./),
  });
  expect(queue.sent.map(([, body]) => body)).toEqual(['one']);
});
