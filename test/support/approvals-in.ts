import { type JudgeToken, newApprovals } from '../../functions/activity/source/reported-approvals.ts';
import type { Chain } from '../../functions/chain/chains.ts';
import { lastApprovals } from '../../functions/node/approvals/approval-events.ts';
import { chosenApprovals, confirmedEvents } from '../../functions/node/approvals/logged-approvals.ts';
import type { AskNode } from '../../functions/node/calls.ts';
import type { EventLog } from '../../functions/node/event-log.ts';
import type { ApprovalEvent } from '../../functions/node/node-event.ts';
import type { KnownTokens } from '../../functions/node/token-metadata.ts';

/** The approvals that a chain's first scan reports from its logs. */
export async function approvalsIn(
  logs: readonly EventLog[],
  judge: JudgeToken,
  chain: Chain,
  node: AskNode,
  tokens: KnownTokens,
): Promise<readonly ApprovalEvent[]> {
  const asked = chosenApprovals(newApprovals(lastApprovals(logs), new Map(), judge));
  const { events } = await confirmedEvents(asked, { chain, scannedTo: 17 }, node, tokens);
  return events.filter((event) => event !== null);
}
