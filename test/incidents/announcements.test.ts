import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { announcedPerImport, createAnnouncements } from '../../functions/incidents/announcements.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { stateTable, useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();
let now = 0;

/** A worker of its own; all share the embedded table. */
const worker = () => {
  const { aws } = embedded;
  return createAnnouncements(stateTable(aws), { now: () => now });
};

async function claims(count: number): Promise<boolean[]> {
  const claimed: boolean[] = [];
  for (let n = 0; n < count; n += 1) claimed.push(await worker().claim());
  return claimed;
}

beforeEach(async () => {
  now = 1_700_000_000_000;
  const { aws } = embedded;
  const Key = { wallet: '#announcements', chain: 'import' };
  await documentClient(aws.dynamodb).send(new DeleteCommand({ TableName: aws.tables.state, Key }));
});

describe('wallets that begin one after another', () => {
  it('are announced up to the tenth, whichever worker polls them', async () => {
    expect(await claims(12)).toEqual([...Array(10).fill(true), false, false]);
  });

  it('are counted once each if several begin at one moment', async () => {
    const claimed = await Promise.all(Array.from({ length: 14 }, () => worker().claim()));
    expect(claimed.filter((announced) => announced)).toHaveLength(announcedPerImport);
    expect(await worker().unsummarised(0)).toBe(14);
  });

  it('are another import ten minutes after the last one, and not before', async () => {
    await claims(12);
    now += 599_999;
    expect(await worker().claim()).toBe(false);
    now += 600_000;
    expect(await worker().claim()).toBe(true);
    expect(await worker().unsummarised(0)).toBeNull();
  });
});

describe('the summary of an import', () => {
  it('is of none, and of no import that its own alerts announced whole', async () => {
    expect(await worker().unsummarised(0)).toBeNull();
    expect(await worker().unsummarised(1)).toBeNull();
    await claims(announcedPerImport);
    expect(await worker().unsummarised(0)).toBeNull();
    await worker().claim();
    expect(await worker().unsummarised(0)).toBe(11);
  });

  it('waits while wallets are still to begin, for ninety seconds after the last one at most', async () => {
    await claims(12);
    now += 89_999;
    expect(await worker().unsummarised(1)).toBeNull();
    expect(await worker().unsummarised(0)).toBe(12);
    now += 1;
    expect(await worker().unsummarised(1)).toBe(12);
  });

  it('is made by one worker, and again only if the import has grown', async () => {
    await claims(12);
    expect(await worker().claimSummary(11)).toBe(false);
    expect(await worker().claimSummary(12)).toBe(true);
    expect(await worker().claimSummary(12)).toBe(false);
    await worker().markSummarised(12);
    expect(await worker().unsummarised(0)).toBeNull();
    await worker().claim();
    expect(await worker().unsummarised(0)).toBe(13);
    now += 600_000;
    await claims(11); // another import, smaller than the one before
    expect(await worker().unsummarised(0)).toBe(11);
    expect(await worker().claimSummary(11)).toBe(true);
  });
});
