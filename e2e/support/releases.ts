import type { Page } from '@playwright/test';
import type { RemoteName } from '@vidlunnia/shared/contracts';

/** Where the shell tells the live release set. */
export const RELEASE_SET = /\/-\/release-set$/;

/** What `/-/release-set` answers. */
export interface ReleaseSet {
  readonly id: string;
  readonly remotes: Partial<
    Record<RemoteName, { readonly version: string; readonly base: string; readonly container: string }>
  >;
}

export async function readReleaseSet(site: string): Promise<ReleaseSet> {
  const response = await fetch(`${site}/-/release-set`);
  return (await response.json()) as ReleaseSet;
}

/**
 * Makes the page find the remote's live release under another version, as if its team had just released: same
 * sources, files and container of their own.
 */
export async function releaseUnder(page: Page, remote: RemoteName, version: string): Promise<void> {
  const set = await readReleaseSet(new URL(page.url()).origin);
  const live = set.remotes[remote];
  if (!live) throw new Error(`${remote} has no live release`);
  const renamed = (text: string) => text.replaceAll(live.version, version);
  await page.route(RELEASE_SET, (route) =>
    route.fulfill({ contentType: 'application/json', body: renamed(JSON.stringify(set)) }),
  );
  await page.route(`**${renamed(live.base)}**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replaceAll(version, live.version) });
    await route.fulfill({ response, body: renamed(await response.text()) });
  });
}

const FAULT = 'throw new Error("A fault of the test")';

/** Spoils, in a built chunk, the module that has `mark` in it. Relies on how webpack writes a module's exports. */
export function spoilModule(
  chunk: string,
  mark: string,
  way: 'throws when evaluated' | 'throws when rendered',
): string {
  const modules = chunk.split(/(?=\.d\(\w+,\{default:\(\)=>)/);
  const spoilt = modules.map((module) =>
    module.includes(mark)
      ? module.replace(
          /^\.d\((\w+),\{default:\(\)=>[\w$]+/,
          way === 'throws when rendered'
            ? `.d($1,{default:()=>()=>{${FAULT}}`
            : `.d($1,{default:(()=>{${FAULT}})()`,
        )
      : module,
  );
  return spoilt.join('');
}
