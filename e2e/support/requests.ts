import type { Page, Request, Route } from '@playwright/test';
import type { RemoteName } from '@vidlunnia/contracts';

type Fault = (route: Route) => Promise<void> | void;

/** Ways in which a request can fail. */
export const FAULTS = {
  missing: (route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
  hanging: () => undefined,
  lost: (route) => route.abort(),
} satisfies Record<string, Fault>;

/** Addresses of a remote's built files. `name` is a pattern. */
export const filesOf = (remote: RemoteName, name: string): RegExp =>
  new RegExp(`/remotes/${remote}/[^?]*/${name}`);

/** Makes requests fail until the returned function is called. Requests from before that call stay failed. */
export async function breakFiles(page: Page, files: RegExp, fault: Fault): Promise<() => void> {
  let broken = true;
  await page.route(files, (route) => (broken ? fault(route) : route.fallback()));
  return () => {
    broken = false;
  };
}

/** Holds back the responses to requests whose address matches until `release` is called, and collects the requests. */
export async function holdResponses(page: Page, address: RegExp) {
  const requests: Request[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route, request) => {
    requests.push(request);
    await released;
    await route.fallback();
  });
  return { requests, release };
}

/** Collects all requests of a page. */
export function collectRequests(page: Page): readonly Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

export const pathOf = (request: Request): string => new URL(request.url()).pathname;

/** Holds back every script of a page until the returned function is called. */
export const holdScripts = async (page: Page): Promise<() => void> =>
  (await holdResponses(page, /\.js(?:\?|$)/)).release;
