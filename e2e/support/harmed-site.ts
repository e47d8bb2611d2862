import { test as base } from './test';
import { startSite, type Site } from './site';

interface WorkerFixtures {
  /** A site for tests that stop its parts. Every test leaves all of them running. */
  readonly harmed: Site;
}

/** Starting a site costs seconds: tests that mend what they break share one per worker. */
export const test = base.extend<object, WorkerFixtures>({
  harmed: [
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

export { expect } from '@playwright/test';

/** Ends a part of the site at once, as a crash would. */
export async function crash(site: Site, folder: string): Promise<void> {
  const child = childOf(site, folder);
  child.process.kill('SIGKILL');
  await child.ended;
}

/** Makes a part of the site take requests and answer none, as one that hangs. Returns what lets it go on. */
export function freeze(site: Site, folder: string): () => void {
  const child = childOf(site, folder);
  child.process.kill('SIGSTOP');
  return () => {
    child.process.kill('SIGCONT');
  };
}

function childOf({ children }: Site, folder: string) {
  const child = children.get(folder);
  if (!child) throw new Error(`${folder} is not a package of the site`);
  return child;
}
