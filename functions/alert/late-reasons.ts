/** Why alerts were late. `storm`: the wallet's read took several polls. `API` and `node` showed the transfer late, or did not answer. */
export const lateCauses = {
  SNS: 'SNS did not take it',
  storm: 'too many transfers at once',
  plan: 'the plan has too few calls',
  API: 'the API showed it late',
  node: 'the node showed it late',
} as const;
export type LateReason = keyof typeof lateCauses;
export const lateReasons = Object.keys(lateCauses) as [LateReason];
