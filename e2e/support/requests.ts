import type { Page, Request, Route } from '@playwright/test';
import type { RemoteName } from '@vidlunnia/contracts';

type Fault = (route: Route) => Promise<void> | void;

/** Ways in which a request can fail. */
export const FAULTS = {
  missing: (route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
  failing: (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  hanging: () => undefined,
  lost: (route) => route.abort(),
} satisfies Record<string, Fault>;

const filesOf = (remote: RemoteName, name: string) => new RegExp(`/remotes/${remote}/[^?]*/${name}`);

export const entryOf = (remote: RemoteName): RegExp => filesOf(remote, 'remoteEntry\\.js');
export const chunksOf = (remote: RemoteName): RegExp => filesOf(remote, 'static/[^?]*\\.js');
export const stylesOf = (remote: RemoteName): RegExp => filesOf(remote, 'static/[^?]*\\.css');

/** Makes requests fail until the returned function is called. Requests from before that call stay failed. */
export async function breakFiles(page: Page, files: RegExp, fault: Fault): Promise<() => void> {
  let broken = true;
  await page.route(files, (route) => (broken ? fault(route) : route.fallback()));
  return () => {
    broken = false;
  };
}

interface HeldResponses {
  /** Requests so far. */
  readonly requests: readonly Request[];
  /** Releases the held and all later responses. */
  readonly release: () => void;
}

/** Holds back the responses to requests whose address matches. */
export async function holdResponses(page: Page, address: RegExp): Promise<HeldResponses> {
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
