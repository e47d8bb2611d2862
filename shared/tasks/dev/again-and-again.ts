import { say } from '../../process/say';
import { messageOf } from '../../process/errors';

/**
 * Does `work` now and after every change that concerns it, by the paths that `news` gives. A failure is reported; the
 * next change of whatever file may mend it.
 */
export async function againAndAgain(
  work: () => Promise<void>,
  concerns: (name: string) => boolean,
  news: AsyncGenerator<readonly string[]>,
): Promise<void> {
  /** Resolves to whether it succeeded. */
  const attempt = () =>
    work().then(
      () => true,
      (error: unknown) => {
        say(messageOf(error));
        return false;
      },
    );
  // Begun first: what changes during the first work is not missed.
  const next = news.next();
  let succeeded = await attempt();
  for (let step = await next; step.done !== true; step = await news.next()) {
    if (!succeeded || step.value.some(concerns)) succeeded = await attempt();
  }
}
