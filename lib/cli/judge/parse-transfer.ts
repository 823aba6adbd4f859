import { parseJson } from '../../../functions/api/http/parse-json.ts';
import { readTransfer } from '../../../functions/api/read-transfer.ts';
import { UnreadableReply } from '../../../functions/transfer/source-errors.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';

/** A bare number that a double might change. Texts may match too: that costs time, no digit. */
const delicateNumber = /[:[,]\s*(?:-|\d{16}|\d+[.eE])/;

/** One entry of the API's `result`, from its JSON, or why it is none. */
export function parseTransfer(json: string): { transfer: Transfer } | { problem: string } {
  const parsed = parse(json);
  if (parsed === null) return { problem: 'it is not JSON.' };
  const read = readTransfer(parsed.value);
  return 'transfer' in read ? read : { problem: `${read.unreadable.reason}.` };
}

/** Keeping every digit takes ten times as long, and hardly a line needs it: the API sends big numbers as texts. */
function parse(json: string): { value: unknown } | null {
  try {
    return { value: delicateNumber.test(json) ? parseJson(json) : JSON.parse(json) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UnreadableReply) return null;
    throw error;
  }
}
