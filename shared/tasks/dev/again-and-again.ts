import { say } from '../../process/say';
import { messageOf } from '../../process/errors';

/**
 * Does `work` now and after every change that concerns it, as `news` tells of them by their paths. What fails is told,
 * and tried again after the next change.
 */
export async function againAndAgain(
  work: () => Promise<void>,
  concerns: (name: string) => boolean,
  news: AsyncGenerator<readonly string[]>,
): Promise<void> {
  const attempt = async () => {
    await work().catch((error: unknown) => {
      say(messageOf(error));
    });
  };
  // Begun first: what changes during the first work is not missed.
  const next = news.next();
  await attempt();
  for (let step = await next; step.done !== true; step = await news.next()) {
    if (step.value.some(concerns)) await attempt();
  }
}
