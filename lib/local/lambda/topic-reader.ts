import { type Published, readPublished } from '../engine/published.ts';
import { type Queue, receive, remove } from './queue.ts';

/** Shows what a topic publishes, in its order, until the signal aborts. Each message is shown, then deleted. */
export async function readTopic(
  queue: Queue,
  show: (published: Published) => void,
  failed: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const messages = await receive(queue, 20, signal);
      for (const { Body = '' } of messages) show(readPublished(Body));
      await remove(queue, messages);
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
  }
}
