import { expect, it } from 'vitest';
import { pageOf } from '../../../functions/alert/text/explorer-page.ts';
import { digestAlert, transferAlert } from '../../support/alerts.ts';

it("a transaction that no explorer knows has no link, not even to its wallet's page", () => {
  const alert = transferAlert();
  expect(pageOf({ ...alert, transfer: { ...alert.transfer, explorerUrl: null } })).toBeNull();
});

it("a digest links the wallet's page", () => {
  expect(pageOf(digestAlert())?.text).toBe("The wallet's page");
});
