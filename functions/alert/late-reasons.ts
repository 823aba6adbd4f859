/**
 * `SNS` did not take it in time; `storm`: its wallet was still being read; `plan` stretches the wallet's interval;
 * `API`, `node`: the source showed the transfer late, or did not answer.
 */
export const lateReasons = ['SNS', 'storm', 'plan', 'API', 'node'] as const;
export type LateReason = (typeof lateReasons)[number];

export const lateCauses: Readonly<Record<LateReason, string>> = {
  SNS: 'SNS did not take it',
  storm: 'too many transfers at once',
  plan: 'the plan has too few calls',
  API: 'the API showed it late',
  node: 'the node showed it late',
};
