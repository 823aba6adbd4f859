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

export type Found = Omit<Finding, 'check'> & { readonly check?: string };

export function ok(says: string): Found {
  return { state: 'ok', says };
}

export function wrong(says: string): Found {
  return { state: 'wrong', says };
}

/** Looks at one part. */
export async function findingsOf({ name, look }: Check): Promise<Finding[]> {
  try {
    return (await look()).map((found) => ({ check: name, ...found }));
  } catch (error) {
    return [{ check: name, state: 'unknown', says: reasonOf(error) }];
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AwsRefused)
    return `can't be looked at: these credentials may not call ${error.action}. ${error.whatToDo}`;
  if (error instanceof Unusable) return `can't be looked at: ${error.message}`;
  if (!(error instanceof Error)) return "can't be looked at.";
  return `can't be looked at: ${error.name === 'Error' ? error.message : `${error.name}: ${error.message}`}`;
}
