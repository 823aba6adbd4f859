import { expect, it } from 'vitest';
import { compareState, type WalletState } from '../../../functions/activity/state/wallet-state.ts';
import { exchange, imitation, treasury, usdc } from '../../support/alerts.ts';
import { eventLog } from '../../support/event-logs.ts';

const log = eventLog({ blockNumber: '0x5f', blockTimestamp: `0x${(1_767_323_045).toString(16)}` });

it("a Safe's change has block, time and hash of the log that names it, otherwise the block that was read; and a key of its own", () => {
  const added = (after: string) => ({ what: 'owner-added', before: null, after }) as const;
  const contract = {
    state: { print: 'f', safe: null, isCreated: false },
    changes: [[added(exchange), log] as const, [added(imitation), undefined] as const],
  };
  const look = {
    block: 100,
    isFirst: false,
    delegate: undefined,
    authorization: undefined,
    contract,
    balances: new Map(),
  };
  const watch = { wallet: treasury, minBalance: new Map(), paused: false };
  const { events, state } = compareState(watch, undefined, look, 's');
  expect(events).toMatchObject([
    { blockNumber: 95, blockTimestamp: '2026-01-02T03:04:05.000Z', transactionHash: log.transactionHash },
    { blockNumber: 100, blockTimestamp: null, transactionHash: null },
  ]);
  expect(new Set(events.map(({ key }) => key)).size).toBe(2);
  expect(state).toMatchObject({ contract: contract.state, since: 100, delegate: null });
  const next = { ...look, contract: undefined, delegate: usdc };
  expect(compareState(watch, state ?? undefined, next, 's').state).toMatchObject({
    contract: contract.state,
  });
});

it('a change does not get a transaction from before the last change, though a scan after a re-org reads it again', () => {
  const watch = { wallet: treasury, minBalance: new Map(), paused: false };
  const look = { block: 100, isFirst: false, contract: undefined, balances: new Map() };
  const begun = { ...look, delegate: usdc, authorization: log };
  const { events: first, state } = compareState(watch, undefined, begun, 's');
  expect(first).toMatchObject([{ blockNumber: 95, transactionHash: log.transactionHash }]);
  const ended = { ...begun, block: 103, delegate: null };
  const { events } = compareState(watch, state ?? undefined, ended, 's');
  expect(events).toMatchObject([{ before: usdc, after: null, blockNumber: 103, transactionHash: null }]);
});

it('a delegation that a re-org ended at the same height or below has another key and place than its end once it is mined again', () => {
  const watch = { wallet: treasury, minBalance: new Map(), paused: false };
  const looks = [
    [100, usdc],
    [100, null],
    [101, usdc],
    [95, null],
  ] as const;
  let last: WalletState | undefined;
  const told = looks.flatMap(([block, delegate]) => {
    const look = { block, isFirst: false, delegate, authorization: undefined, contract: undefined };
    const { events, state } = compareState(watch, last, { ...look, balances: new Map() }, 's');
    last = state ?? last;
    return events;
  });
  expect(new Set(told.map(({ key }) => key)).size).toBe(4);
  expect(told.map(({ blockNumber }) => blockNumber)).toEqual([100, 101, 102, 103]);
});
