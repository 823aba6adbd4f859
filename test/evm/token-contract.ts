/** keccak-256 of `Approval(address,address,uint256)`. */
const approvalTopic = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

/**
 * A contract that stores approvals, assembled by hand like transfers-contract.ts. `approve(spender, value)` stores the value
 * under the spender, and `allowance(owner, spender)` returns it. Any other call, such as `totalSupply()` or `decimals()`, returns 6.
 */
const runtime = [
  '5f3560e01c', // the selector
  '8063095ea7b314602057', // approve: JUMP to 20
  '63dd62ed3e14605757', // allowance: JUMP to 57
  '60065f5260205ff3', // return 6
  '5b', // 20 approve:
  '602435600435', // value and spender
  '81815550', // storage[spender] = value
  '5f52', // memory[0] = value
  '60043533', // spender and caller
  `7f${approvalTopic}`,
  '60205fa300', // LOG3 of memory[0..32], STOP
  '5b', // 57 allowance:
  '602435545f5260205ff3', // return storage[spender]
];

/** The deployed code. */
export const tokenCode = `0x${runtime.join('')}`;

/** Call data that approves this value for a spender. */
export function approveData(spender: string, value: bigint): string {
  return `0x095ea7b3${spender.slice(2).padStart(64, '0')}${value.toString(16).padStart(64, '0')}`;
}
