import { type ShownTransfer, shownBlock } from '../chain/sim-transaction.ts';

/** How a row goes over the wire. */
export interface RowForm {
  /** Numbers as strings and flags as words, as in the API document; otherwise as in live replies. */
  readonly ofDocument: boolean;
  readonly namesLeftOut: boolean;
  readonly unknownFields: boolean;
}

/** A number that JSON.stringify would put into quotes. */
const bare = (digits: bigint | number) => `@@${digits}@@`;

/** One row of a reply. @param time epoch milliseconds: some rows can't be read before a time of their own */
export function wireRow(row: ShownTransfer, form: RowForm, time: number): object {
  const { transfer, placement } = row;
  const block = shownBlock(row, time);
  const { token, place } = transfer;
  const { ofDocument } = form;
  const flag = (value: boolean) => (ofDocument ? (value ? 'True' : 'false') : value);
  return {
    ...(form.namesLeftOut ? {} : { token_name: token.name, token_symbol: token.symbol, token_logo: null }),
    token_decimals: ofDocument ? token.decimals : String(token.decimals),
    transaction_hash: transfer.transaction().hash,
    address: token.address,
    block_timestamp: new Date(placement.timestamp).toISOString(),
    block_number: ofDocument ? block : String(block),
    block_hash: placement.blockHash,
    ...(transfer.receiverHidden ? {} : { to_address: transfer.to }),
    from_address: transfer.from,
    value:
      time < transfer.unreadableUntil
        ? 'not a number'
        : ofDocument
          ? bare(transfer.value)
          : String(transfer.value),
    transaction_index: ofDocument ? String(placement.index) : placement.index,
    log_index: ofDocument ? String(placement.firstLog + place) : placement.firstLog + place,
    possible_spam: flag(token.spam),
    [ofDocument ? 'verified_collection' : 'verified_contract']: flag(token.verified),
    ...(form.unknownFields ? { security_score: null, value_decimal: '1.5', entity: { name: 'x' } } : {}),
  };
}

/** JSON in which bare numbers have all their digits. */
export function wireText(body: unknown): string {
  return JSON.stringify(body).replace(/"@@(\d+)@@"/g, '$1');
}
