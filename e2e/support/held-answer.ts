import { once } from 'node:events';
import type { Page, Request } from '@playwright/test';

/** Answers held back until they are let go. */
export interface HeldAnswer {
  /** Requests that came so far. */
  readonly requests: readonly Request[];
  /** Lets go what is held and all that follows. */
  readonly release: () => void;
}

/** Holds back the answers to requests whose address matches. */
export async function holdAnswer(page: Page, address: RegExp): Promise<HeldAnswer> {
  const requests: Request[] = [];
  const hold = new AbortController();
  const released = once(hold.signal, 'abort');
  await page.route(address, async (route, request) => {
    requests.push(request);
    await released;
    await route.continue();
  });
  return {
    requests,
    release: () => {
      hold.abort();
    },
  };
}
