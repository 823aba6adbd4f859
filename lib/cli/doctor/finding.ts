import { AwsRefused } from '../stack/aws-problem.ts';
import { Unusable } from '../unusable.ts';

/** What one look at a part of Chainbell found. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly check: string;
  /** `unknown`: it could not be looked at. */
  readonly state: 'ok' | 'wrong' | 'unknown';
  /** How it is, and where it is wrong what to do about it. */
  readonly says: string;
}

/** A part to look at. What it throws becomes a finding, so that one part hides no other. */
export interface Check {
  readonly name: string;
  readonly look: () => Promise<readonly Found[]>;
}

/** `fix`: one step that mends it, as `--fix` takes it; it returns what was done, in a sentence. */
export type Found = Omit<Finding, 'check'> & { readonly check?: string; readonly fix?: Fix | undefined };
export type FoundAt = Finding & Pick<Found, 'fix'>;
type Fix = () => Promise<string>;

/** Something that keeps wallets from being polled, in the words of every command that meets it. */
export interface Fault {
  /** A clause: "the schedule is off". */
  readonly what: string;
  readonly toDo: string;
  readonly fix?: Fix;
}

export function ok(says: string): Found {
  return { state: 'ok', says };
}

export function wrong(says: string): Found {
  return { state: 'wrong', says };
}

/** A fault as a finding. @param loss what it costs, a clause */
export function faulty({ what, toDo, fix }: Fault, loss = 'no wallet is polled'): Found {
  return { ...wrong(`${what}, so ${loss}: ${toDo}`), fix };
}

/** Looks at one part. */
export async function findingsOf({ name, look }: Check): Promise<FoundAt[]> {
  try {
    return (await look()).map((found) => ({ check: name, ...found }));
  } catch (error) {
    return [{ check: name, state: 'unknown', says: reasonOf(error, "can't be looked at") }];
  }
}

/** @param what what is not done because of it: "can't be looked at" */
export function reasonOf(error: unknown, what: string): string {
  if (error instanceof AwsRefused)
    return `${what}: these credentials may not call ${error.action}. ${error.whatToDo}`;
  if (error instanceof Unusable) return `${what}: ${error.message}`;
  if (!(error instanceof Error)) return `${what}.`;
  return `${what}: ${error.name === 'Error' ? error.message : `${error.name}: ${error.message}`}`;
}
