import type { Page, Route } from '@playwright/test';
import type { RemoteName } from '@vidlunnia/contracts';

/** What happens to a request. */
export type Fault = (route: Route) => Promise<void> | void;

const answer =
  (status: number, contentType: string, body: string): Fault =>
  (route) =>
    route.fulfill({ status, contentType, body });

/** Ways in which a script can fail. */
export const FAULTS = {
  missing: answer(404, 'application/json', '{}'),
  failing: answer(500, 'application/json', '{}'),
  hanging: () => undefined,
  lost: (route) => route.abort(),
} satisfies Record<string, Fault>;

export const entryOf = (remote: RemoteName): RegExp =>
  new RegExp(`/remotes/${remote}/[^?]*/remoteEntry\\.js`);

export const chunksOf = (remote: RemoteName): RegExp =>
  new RegExp(`/remotes/${remote}/[^?]*/static/[^?]*\\.js`);

export const stylesOf = (remote: RemoteName): RegExp =>
  new RegExp(`/remotes/${remote}/[^?]*/static/[^?]*\\.css`);

/** Lets requests fail until the returned function is called; those under way then stay as they are. */
export async function breakFiles(page: Page, files: RegExp, fault: Fault): Promise<() => void> {
  let broken = true;
  await page.route(files, (route) => (broken ? fault(route) : route.fallback()));
  return () => {
    broken = false;
  };
}
