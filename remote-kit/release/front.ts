import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as askSecurely } from 'node:https';
import { reasonOf } from '@vidlunnia/settings/machine';
import type { Say } from '../process/task';

const SET = '/-/release-set';
const RELEASE = /^\/remotes\/(\w+)\//;
/** Milliseconds for one response about releases. */
const TIMEOUT = 5_000;

/** The parts of a release set that are completed; the rest is passed on unchanged. */
interface ReleaseSet {
  readonly remotes: Readonly<Record<string, unknown>>;
  readonly previous: Readonly<Record<string, unknown>>;
}

/**
 * Serves the pages of the shell at `own`, completed with the releases of teams that it does not know, from the site at
 * `other`.
 */
export function completedBy(own: string, other: string, say: Say): Server {
  const setOf = async (origin: string): Promise<ReleaseSet> => {
    const answer = await fetch(new URL(SET, origin), { signal: AbortSignal.timeout(TIMEOUT) });
    if (!answer.ok) throw new Error(`${origin}${SET} answered ${String(answer.status)}`);
    return (await answer.json()) as ReleaseSet;
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/' } = request;
    const [, name] = RELEASE.exec(url) ?? [];
    if (name === undefined && url !== SET) return passOn(request, response, own);
    const mine = await setOf(own);
    if (name !== undefined) return passOn(request, response, name in mine.remotes ? own : other);
    const theirs = await setOf(other);
    const all = {
      ...mine,
      remotes: { ...theirs.remotes, ...mine.remotes },
      previous: { ...theirs.previous, ...mine.previous },
    };
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(all));
  };
  return createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      say(`${request.url ?? ''}: ${reasonOf(error)}`);
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  });
}

const passOn = (request: IncomingMessage, response: ServerResponse, origin: string) =>
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
