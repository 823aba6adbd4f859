/**
 * The chance that two random addresses share at least three hex digits at each end and `digits` in all. One split
 * over the two ends has the chance 16^-digits; each further split adds 15/16 of that (the digit after the shorter
 * beginning must differ, otherwise it would be the split before).
 */
export function chanceOfPair(digits: number): number {
  return 16 ** -digits * (1 + ((digits - 6) * 15) / 16);
}

/** Strangers' transfers to a wallet in a year. */
export interface Strangers {
  readonly nothing: number;
  readonly little: number;
  readonly money: number;
}

/**
 * Expected false warnings a year: each stranger may resemble any paid address, or one of the last five with
 * a digit less, as if every stranger came within half an hour of a payment.
 */
export function falseWarnings(paid: number, { nothing, little, money }: Strangers): number {
  const any = nothing * chanceOfPair(7) + little * chanceOfPair(8) + money * chanceOfPair(10);
  const soon = nothing * chanceOfPair(6) + little * chanceOfPair(7) + money * chanceOfPair(9);
  return paid * any + Math.min(paid, 5) * soon;
}

/**
 * Expected payments a year that raise a false alarm, for a number of new receivers: as if each
 * were paid within half an hour after the last five.
 */
export function falseAlarms(paid: number, newReceivers: number): number {
  return newReceivers * (paid * chanceOfPair(8) + Math.min(paid, 5) * chanceOfPair(7));
}
