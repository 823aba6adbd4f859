import type { Story } from './story.ts';

/**
 * The smallest story found that still fails: leaves out events in ever smaller groups, as long as the rest still fails.
 * @param fails plays a story and says whether it fails
 * @param maxPlays the search ends after this many plays
 */
export async function shrink(
  story: Story,
  fails: (story: Story) => Promise<boolean>,
  maxPlays = 250,
): Promise<Story> {
  let smallest = story;
  let plays = 0;
  for (let size = Math.ceil(story.events.length / 2); size >= 1 && plays < maxPlays; ) {
    let left = false;
    for (let from = 0; from < smallest.events.length && plays < maxPlays; ) {
      const fewer = { ...smallest, events: smallest.events.toSpliced(from, size) };
      plays += 1;
      if (await fails(fewer)) {
        smallest = fewer;
        left = true;
      } else {
        from += size;
      }
    }
    if (size === 1 && !left) break;
    size = Math.max(1, left ? Math.min(size, smallest.events.length) : Math.floor(size / 2));
    if (size === 0) break;
  }
  return smallest;
}
