import { expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { alertLine } from '../../lib/alert-line.ts';
import {
  approvalAlert,
  balanceAlert,
  describedTransfer,
  digestAlert,
  exchange,
  fromImitation,
  lookalikeOf,
  lure,
  pairVerdict,
  poisoningAlert,
  revertedAlert,
  toImitation,
  transferAlert,
  unreadableAlert,
  watchingAlert,
} from '../support/alerts.ts';

const unnamed = { direction: 'out', to: { address: exchange, label: null } } as const;
const tokens = ['1', '2', '3', '4', '5'].map((digit) =>
  describedTransfer({}, { address: parseAddress(`0x${digit.repeat(40)}`), symbol: `T${digit}` }),
);
const units = [1n, 2n, 3n].map((value) => describedTransfer({ value }, { decimals: null }));

const whole = '0x28C6c06298d514Db089934071355E5743bf21d60';
const binance = `"Binance 14" (${whole})`;
const fake = '0x28c6[0000000000000000000000000000000f]1d60';
const alike = `${fake} imitates 0x28C6[c06298d514Db089934071355E5743bf2]1d60`;
const pair = alike.replace(' imitates', ' and');

it.each([
  [transferAlert(), `in    12,500.5 USDC  Treasury  from ${binance}  on eth`],
  [
    transferAlert({ watch: { label: null }, transfer: unnamed, token: { decimals: null } }),
    `out   12,500,500,000 units of USDC (smallest units, decimals unknown)  0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045  to ${whole}  on eth`,
  ],
  [transferAlert({ transfer: { direction: 'self' } }), 'self  12,500.5 USDC  Treasury  on eth'],
  [
    transferAlert({ transfer: { from: { address: null, label: null } } }),
    'in    12,500.5 USDC  Treasury  on eth',
  ],
  [transferAlert({ verdict: lure }), `in    12,500.5 USDC  Treasury  from ${binance}  on eth  (likely spam)`],
  [
    revertedAlert({ verdict: lure }),
    `cancelled  in    12,500.5 USDC  Treasury  from ${binance}  on eth  (likely spam)`,
  ],
  [approvalAlert(), `approved  all its USDC  to ${whole}  Treasury  on eth`],
  [
    approvalAlert({ isGranted: false, value: '0', unlimited: false }),
    `revoked  its USDC  from ${whole}  Treasury  on eth`,
  ],
  [balanceAlert(), 'low  0.05 ETH  less than 0.1  Treasury  on eth'],
  [watchingAlert(), 'watching  Treasury  on eth  from now on'],
  [watchingAlert({}, 1_000), 'watching  Treasury  on eth  from block 1,000 on'],
  [
    digestAlert(),
    `digest  12 transfers  in 48 USDC (8)  out 30 USDC (4)  Treasury  on eth  largest: out 12 USDC to ${binance}`,
  ],
  [
    digestAlert({ transfers: units }),
    `digest  3 transfers  in 6 units of USDC (smallest units, decimals unknown)  Treasury  on eth  largest: in 3 units of USDC (smallest units, decimals unknown) from ${binance}`,
  ],
  [
    digestAlert({ transfers: tokens }),
    `digest  5 transfers  in 12,500.5 T1 (1)  in 12,500.5 T2 (1)  in 12,500.5 T3 (1)  and 2 more in  Treasury  on eth  largest: in 12,500.5 T1 from ${binance}`,
  ],
  [poisoningAlert(), `poisoning  ${alike}  Treasury  on eth`],
  [
    transferAlert({ lookalike: lookalikeOf(), transfer: fromImitation }),
    `in    12,500.5 USDC  Treasury  from ${alike}, which you paid  on eth`,
  ],
  [
    transferAlert({ verdict: pairVerdict, transfer: toImitation }),
    `out   12,500.5 USDC  Treasury  to the first of two: ${pair} look alike, neither was paid in a known token  on eth`,
  ],
  [unreadableAlert({ others: 7 }), expect.stringMatching(/^unreadable .* value is missing {2}and 7 more$/)],
])('an alert is one line that says all of it: %#', (alert, said) => {
  expect(alertLine(alert)).toEqual(said);
});
