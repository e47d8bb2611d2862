import { say } from '../say';

/**
 * Does `work` now and after every change of files below these folders, as `news` tells of them. What fails is told, and
 * tried again after the next change.
 */
export async function againAndAgain(
  folders: readonly string[],
  work: () => Promise<void>,
  news: AsyncGenerator<readonly string[]>,
): Promise<void> {
  const attempt = async () => {
    await work().catch((error: unknown) => {
      say(error instanceof Error ? error.message : String(error));
    });
  };
  // Begun first: what changes during the first work is not missed.
  const next = news.next();
  await attempt();
  for (let step = await next; step.done !== true; step = await news.next()) {
    const concerns = step.value.some((name) => folders.some((folder) => name.startsWith(`${folder}/`)));
    if (concerns) await attempt();
  }
}
