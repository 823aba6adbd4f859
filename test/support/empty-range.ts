import type { TransferRange } from '../../functions/transfer/source.ts';

/** A range up to the head in which there is nothing. */
export const emptyRange: TransferRange = {
  from: 0,
  through: null,
  transfers: [],
  unreadable: [],
  complete: true,
  more: false,
  whole: true,
  unfinished: null,
};
