/**
 * The chance that two random addresses share at least three hex digits at each end and `digits` in all. One way to have
 * them is 16^-digits; each further way to split them over the two ends adds 15/16 of that (the digit after the shorter
 * beginning must differ, or it were the way before).
 */
export function chanceOfPair(digits: number): number {
  return 16 ** -digits * (1 + ((digits - 6) * 15) / 16);
}

/** What strangers send a wallet in a year. */
export interface Strangers {
  readonly nothing: number;
  readonly little: number;
  readonly money: number;
}

/**
 * False warnings to expect in a year: each stranger may resemble any of the paid addresses, or one of the last five with
 * a digit less, as if every stranger came within half an hour of a payment.
 */
export function falseWarnings(paid: number, { nothing, little, money }: Strangers): number {
  const any = nothing * chanceOfPair(7) + little * chanceOfPair(8) + money * chanceOfPair(10);
  const soon = nothing * chanceOfPair(6) + little * chanceOfPair(7) + money * chanceOfPair(9);
  return paid * any + Math.min(paid, 5) * soon;
}

/**
 * Payments to expect in a year that are taken for payments to an imitation, where so many receivers are new: as if each
 * were paid within half an hour of the last five.
 */
export function falseAlarms(paid: number, newReceivers: number): number {
  return newReceivers * (paid * chanceOfPair(8) + Math.min(paid, 5) * chanceOfPair(7));
}
