import { expect, type Page } from '@playwright/test';

/** Milliseconds that the page's clock is moved on at once: an entry's deadline, the shortest (`federation-host.ts`). */
const STEP = 3_000;

/** Milliseconds after which a chunk or a style sheet is given up, the longest of one file (`chunkLoadTimeout`). */
const LONGEST = 8_000;

/** Moves the page's installed clock past one deadline after the other, until a state is reached. */
export async function passDeadlines(page: Page, isReached: () => Promise<boolean> | boolean): Promise<void> {
  const step = async () => {
    if (await isReached()) return true;
    await page.clock.fastForward(STEP);
    return false;
  };
  await expect.poll(step, { intervals: [50] }).toBe(true);
  // An island may be given up before its last file, which the next try would wait for.
  await page.clock.fastForward(LONGEST);
}
