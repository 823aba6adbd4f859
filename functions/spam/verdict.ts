/** What the rules found in one transfer, and what they make of it together. */
export interface Verdict {
  readonly spam: boolean;
  /** Sum of the weights of the rules that spoke. */
  readonly score: number;
  /** The strongest first. */
  readonly reasons: readonly Reason[];
}

/** What one rule found, as a sentence for the reader. */
export interface Reason {
  readonly rule: string;
  readonly detail: string;
}
