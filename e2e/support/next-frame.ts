import type { Page } from '@playwright/test';

/** Lets the page show what it has done: even a change without motion takes a frame, in which the old is still there. */
export const afterNextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(() => {
            resolve();
          });
        });
      }),
  );
