import type { Page } from '../../alert/page-of.ts';

/** What a chat message says, before a service's own form: its first line is what a locked phone shows. */
export interface ChatMessage {
  /** One line. It begins with our own mark, so that nothing that others wrote begins a line. */
  readonly headline: string;
  /** Each begins with words of ours. */
  readonly lines: readonly string[];
  readonly link: Page | null;
  readonly tone: Tone;
}

/** What the colour beside a message says, where a service has one. */
export type Tone = 'in' | 'out' | 'warning' | 'danger' | 'undone' | 'well';
