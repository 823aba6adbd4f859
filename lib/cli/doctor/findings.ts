import type { Fault } from '../health/shared-faults.ts';
import { AwsRefused } from '../stack/aws-problem.ts';
import { Unfinished, Unusable } from '../unusable.ts';

export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'wrong' | 'unknown';
  readonly says: string;
}

/** `fix` mends the fault for `--fix`, and returns a sentence that says what it did. */
export type Found = Omit<Finding, 'check'> & { readonly check?: string; readonly fix?: Fault['fix'] };
export type Findings = Found | readonly Found[];
export type FoundAt = Finding & Pick<Found, 'fix'>;

export function ok(says: string): Found {
  return { state: 'ok', says };
}

export function wrong(says: string): Found {
  return { state: 'wrong', says };
}

/** @param loss a clause */
export function faulty({ what, toDo, fix }: Fault, loss = 'no wallet is polled'): Found {
  return { ...wrong(`${what}, so ${loss}: ${toDo}`), fix };
}

/** An error that `look` throws becomes a finding, so that one part hides no other. */
export async function findingsOf(check: string, look: () => Promise<Findings>): Promise<FoundAt[]> {
  try {
    return [await look()].flat().map((found) => ({ check, ...found }));
  } catch (error) {
    return [{ check, state: 'unknown', says: reasonOf(error, "can't be looked at") }];
  }
}

/** @param what "can't be looked at" */
export function reasonOf(error: unknown, what: string): string {
  if (error instanceof AwsRefused)
    return `${what}: these credentials may not call ${error.action}. ${error.whatToDo}`;
  if (error instanceof Unusable || error instanceof Unfinished) return `${what}: ${error.message}`;
  if (!(error instanceof Error)) return `${what}.`;
  return `${what}: ${error.name === 'Error' ? error.message : `${error.name}: ${error.message}`}`;
}
