/** What the page calls its fields; whoever fills them in need not know the row's names. */
export const fieldLabels: Readonly<Record<string, string>> = {
  wallet: 'Address',
  chain: 'Chain',
  label: 'Label',
  direction: 'Direction',
  minAmount: 'Smallest amount',
  minUsd: 'Smallest worth in $',
  spam: 'Spam',
  tokens: 'Only these tokens',
  ignoreTokens: 'Not these tokens',
  trustTokens: 'Never spam',
  watch: 'What to tell of',
  minBalance: 'Lowest balance',
  address: 'Contact address',
  name: 'Name',
  tags: 'Tags',
};

/** A sentence that begins with the row's own name for a field, or the command line's option, in the page's words. */
export function inFieldWords(message: string): string {
  return message.replace(/^(?:--)?(\w+)(?=: )/, (name, plain: string) => fieldLabels[plain] ?? name);
}
