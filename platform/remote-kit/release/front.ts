import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as askSecurely } from 'node:https';
import type { AddressInfo } from 'node:net';
import { reasonOf } from '@vidlunnia/settings/machine';
import type { Cleanup, Say } from '../process/task';
import { siteOfKit } from '../site/site';

const SET = '/-/release-set';
const RELEASE = /^\/remotes\/(\w+)\//;
/** Limit for one response about releases. */
const TIMEOUT_MS = 5_000;
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The part of a release set that is completed; the rest is forwarded unchanged. */
interface ReleaseSet {
  readonly remotes: Readonly<Record<string, unknown>>;
}

/**
 * Serves the pages of the shell at `own`, completed with the releases of teams that it does not know, from the site at
 * `other`. `cleanup` ends the server. Resolves to its address. With `keepsForms`, a form is accepted here and not sent to
 * a site on another machine: its staff would answer a developer.
 */
export async function serveCompleted(
  own: string,
  other: string,
  port: number,
  say: Say,
  cleanup: Cleanup,
  { keepsForms = false } = {},
): Promise<string> {
  const acceptsForms = keepsForms && !LOCAL.test(new URL(other).hostname);
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/' } = request;
    if (acceptsForms && request.method === 'POST' && siteOfKit().formActions.includes(url)) {
      say(`${url}: accepted here, not sent to ${other}`);
      // Read first: a browser that is still sending would report a failure.
      request.resume().once('end', () => response.writeHead(201).end('{}'));
      return;
    }
    const [, name] = RELEASE.exec(url) ?? [];
    if (name === undefined && url !== SET) return forward(request, response, own);
    const mine = await releaseSetOf(own);
    if (name !== undefined) return forward(request, response, name in mine.remotes ? own : other);
    const others = await releaseSetOf(other);
    const all = { ...mine, remotes: { ...others.remotes, ...mine.remotes } };
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(all));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      say(`${request.url ?? ''}: ${reasonOf(error)}`);
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  });
  server.listen(port, '127.0.0.1');
  cleanup.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

async function releaseSetOf(origin: string): Promise<ReleaseSet> {
  const answer = await fetch(new URL(SET, origin), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${origin}${SET} answered ${String(answer.status)}`);
  return (await answer.json()) as ReleaseSet;
}

const forward = (request: IncomingMessage, response: ServerResponse, origin: string) =>
  new Promise<void>((resolve, reject) => {
    const address = new URL(request.url ?? '/', origin);
    const { method, headers } = request;
    const send = address.protocol === 'https:' ? askSecurely : ask;
    const passed = send(address, { method, headers: { ...headers, host: address.host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    response.once('close', () => {
      passed.destroy();
      resolve();
    });
    passed.once('error', reject);
    request.pipe(passed);
  });
