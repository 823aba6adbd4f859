/** keccak-256 of `Transfer(address,address,uint256)`. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * A contract that emits one Transfer of the value 1 for each pair of words in its call data. Assembled by hand, because a compiler would be
 * the largest part of these tests.
 */
const runtime = [
  '6001600052', // memory[0] = 1, the value
  '6000', // i = 0, the offset in the call data
  '5b', // 07 loop:
  '36811015', // i < size of the call data, negated: CALLDATASIZE DUP2 LT ISZERO
  '6042', // the end's address
  '57', // JUMPI
  '80602001', // i + 32
  '35', // to
  '8135', // from
  `7f${transferTopic}`,
  '60206000a3', // LOG3 of memory[0..32]
  '604001', // i += 64
  '600756', // JUMP to the loop
  '5b00', // end: STOP
];

/** The deployed code. */
export const transfersCode = `0x${runtime.join('')}`;

/** Call data for transfers between these addresses. */
export function transfersData(pairs: readonly { readonly from: string; readonly to: string }[]): string {
  const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
  return `0x${pairs.map(({ from, to }) => word(from) + word(to)).join('')}`;
}
