import type { StoryControl } from '../page/live-feed.ts';
import type { ActKind } from '../simulated-api/story/chapter.ts';
import type { StoryWorld } from '../simulated-api/story/story-world.ts';

type Button = ActKind | 'api-fault' | 'node-fault';

/** `next` says what to wait for. */
const buttons: Readonly<Record<Button, Readonly<Record<'text' | 'hint' | 'next', string>>>> = {
  transfer: {
    text: 'Receive a transfer',
    hint: 'An exchange pays Treasury in USDC.',
    next: 'It is mined, and reported at the next poll.',
  },
  spam: {
    text: 'Spam',
    hint: 'A token with a lure for a name is dropped on Treasury.',
    next: 'It is mined. The next poll hides it and says why.',
  },
  poisoning: {
    text: 'Poisoning',
    hint: "An address that looks like the supplier's sends a trifle, hoping to be copied.",
    next: 'It is mined. The next poll warns of the look-alike.',
  },
  storm: {
    text: 'Storm',
    hint: 'Forty transfers arrive at once.',
    next: 'Forty transfers are mined: one digest sums them up.',
  },
  reorg: {
    text: 'Re-org',
    hint: 'The chain shows a transfer and drops its block again.',
    next: 'It is reported at the next poll, and taken back once two polls in a row miss it.',
  },
  'api-fault': {
    text: 'API fault',
    hint: 'The API answers 503 for two polls. Nothing is lost meanwhile.',
    next: 'The API fails from now on, and recovers by itself after two polls.',
  },
  'node-fault': {
    text: 'Node fault',
    hint: "The node that says when Payroll's wallet is active stops answering.",
    next: 'The node fails for four polls. Operations hear of it at the third; wallets are polled without it.',
  },
};

/** The page's buttons. @param now epoch milliseconds */
export function storyControls(world: StoryWorld, now: () => number): readonly StoryControl[] {
  return (Object.keys(buttons) as Button[]).map((name) => {
    const { text, hint, next } = buttons[name];
    const play = () => {
      if (name === 'api-fault') world.breakApi(now());
      else if (name === 'node-fault') world.breakNode(now());
      else world.act(name, now());
      return next;
    };
    return { name, text, hint, play };
  });
}
