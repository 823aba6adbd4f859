/** Something that somebody who looks on can have happen, by a button of the page. */
export interface StoryControl {
  /** Part of the address that the button posts to. */
  readonly name: string;
  /** On the button. */
  readonly text: string;
  /** What comes of it. */
  readonly hint: string;
  /** Has it happen. @returns what to wait for, as a sentence */
  play(): string;
}
