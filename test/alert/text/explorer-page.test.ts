import { expect, it } from 'vitest';
import { pageOf } from '../../../functions/alert/text/explorer-page.ts';
import { digestAlert, transferAlert } from '../../support/alerts.ts';

it("a transaction that no explorer knows has no link, not even to its wallet's page", () => {
  const alert = transferAlert();
  expect(pageOf({ ...alert, transfer: { ...alert.transfer, explorerUrl: null } })).toBeNull();
});

it("a digest links the wallet's page if an explorer knows any of its largest transfers", () => {
  const alert = digestAlert();
  const [first, ...others] = alert.digest.largest;
  if (first === undefined) throw new Error('no transfer');
  const page = (largest: typeof others) => pageOf({ ...alert, digest: { ...alert.digest, largest } });
  const unknown = { ...first, explorerUrl: null };
  expect(page([unknown, ...others])?.text).toBe("The wallet's page");
  expect(page([unknown])).toBeNull();
  expect(page([])?.text).toBe("The wallet's page");
});
