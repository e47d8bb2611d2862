import { messageOf } from '../../process/errors';
import type { TellProblem } from './problems';

/**
 * Does `work` now and after every change that concerns it, by the paths that `news` gives. A failure is told, and so is
 * that it is over; the next change of whatever file may mend it.
 */
export async function againAndAgain(
  work: () => Promise<void>,
  concerns: (name: string) => boolean,
  news: AsyncGenerator<readonly string[]>,
  tellProblem: TellProblem,
): Promise<void> {
  /** Resolves to whether it succeeded. */
  const attempt = () =>
    work().then(
      () => {
        tellProblem(null);
        return true;
      },
      (error: unknown) => {
        tellProblem(messageOf(error));
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
