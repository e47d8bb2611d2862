import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@vidlunnia/settings/free-port';
import { repositoryRoot } from '../../process/repository';
import { cacheControlOf } from '../release-target';
import { startNginx } from './nginx';

const TOKEN = 'a-token';

/** A server that accepts PUT and DELETE with a token, and serves its files publicly. */
export interface PutServer {
  readonly origin: string;
  readonly token: string;
  readonly stop: () => Promise<void>;
}

/** In memory; or the real nginx that `NGINX` names, as in `npm run test:outside`. */
export function startPutServer(): Promise<PutServer> {
  const nginx = process.env['NGINX'];
  return nginx === undefined ? startInMemory() : startReal(nginx);
}

/**
 * The same behaviour as nginx with deploy/releases.nginx.conf.template, which does not know conditions of a PUT either.
 */
async function startInMemory(): Promise<PutServer> {
  const files = new Map<string, Buffer>();
  const answer = ({ method, url = '', headers }: IncomingMessage, body: Buffer): number => {
    const isAllowed = headers.authorization === `Bearer ${TOKEN}`;
    if (method === 'GET') return files.has(url) && (isAllowed || !url.includes('/.')) ? 200 : 404;
    if (!isAllowed) return 401;
    if (method === 'DELETE') return files.delete(url) ? 204 : 404;
    files.set(url, body);
    return 201;
  };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { url = '' } = request;
      const status = answer(request, body);
      // Addresses begin with a folder of the test and the team's folder.
      response.writeHead(status, { 'cache-control': cacheControlOf(url.split('/').slice(3).join('/')) });
      response.end(status === 200 ? files.get(url) : undefined);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    token: TOKEN,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** With this project's configuration for nginx. */
async function startReal(command: string): Promise<PutServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  const releases = path.join(folder, 'releases');
  mkdirSync(releases);
  const port = await freePort();
  const origin = `http://127.0.0.1:${String(port)}`;
  const values: Readonly<Record<string, string>> = {
    PORT: `127.0.0.1:${String(port)}`,
    RELEASE_TOKEN: TOKEN,
    RELEASES: releases,
  };
  const server = readFileSync(
    path.join(repositoryRoot(), 'deploy/releases.nginx.conf.template'),
    'utf8',
  ).replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const { stop } = await startNginx(
    command,
    folder,
    `http { access_log off; ${server} }`,
    `${origin}/healthz`,
  );
  return { origin, token: TOKEN, stop };
}
