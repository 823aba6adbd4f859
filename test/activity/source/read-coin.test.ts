import { expect, it } from 'vitest';
import { coinLogsIn } from '../../../functions/activity/source/read-coin.ts';
import { nativeEmitter, withdrawalTopic } from '../../../functions/node/movements.ts';
import { treasury } from '../../support/alerts.ts';
import { eventLog, topicOf } from '../../support/event-logs.ts';

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const unwrapped = eventLog({ address: weth, topics: [withdrawalTopic, topicOf(treasury)] });
const other = { transactionHash: `0x${'ef'.repeat(32)}` };

it('coin that is unwrapped counts once, by the log of the chain itself if there is one (EIP-7708)', () => {
  const ofChain = eventLog({ address: nativeEmitter });
  expect(coinLogsIn([eventLog(), unwrapped])).toEqual([unwrapped]);
  expect(coinLogsIn([unwrapped, ofChain])).toEqual([ofChain]);
  expect(coinLogsIn([unwrapped, { ...ofChain, ...other }])).toHaveLength(2);
});
