import { sharingTokens } from '../transfer/share-tokens.ts';
import type { UnreadableTransfer } from '../transfer/source.ts';
import { UnreadableReply } from '../transfer/source-errors.ts';
import type { Transfer } from '../transfer/transfer.ts';
import { readTransfer } from './read-transfer.ts';
import { isRecord } from './wire.ts';

/** Newest first; `cursor` is null at the end. */
export interface TransferPage {
  readonly transfers: readonly Transfer[];
  readonly unreadable: readonly UnreadableTransfer[];
  readonly cursor: string | null;
}

/** The transfer list (API document, 2.2): `result` is a list in live replies, one transfer in its sample. @throws UnreadableReply */
export function readTransferPage(body: unknown): TransferPage {
  if (!isRecord(body))
    throw new UnreadableReply('The reply is JSON, but no transfer list: it is not an object.');
  const { result } = body;
  if (!Array.isArray(result) && !isRecord(result)) {
    throw new UnreadableReply(
      'The reply is no transfer list: its "result" is missing or holds no transfers.',
    );
  }
  const entries = (Array.isArray(result) ? result : [result]).map(readTransfer);
  return {
    transfers: sharingTokens()(entries.flatMap((entry) => ('transfer' in entry ? [entry.transfer] : []))),
    unreadable: entries.flatMap((entry) => ('unreadable' in entry ? [entry.unreadable] : [])),
    cursor: readCursor(body.cursor),
  };
}

/** An absent or falsy cursor is the end. A cursor that is neither text nor number can't be followed, and is no end. */
function readCursor(cursor: unknown): string | null {
  if (typeof cursor === 'string') return cursor === '' ? null : cursor;
  if (!cursor) return null;
  if (typeof cursor === 'number') return String(cursor);
  throw new UnreadableReply(
    'The reply is a transfer list, but its "cursor" is not a text: the rest can\'t be read.',
  );
}
