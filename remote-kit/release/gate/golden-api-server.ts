import { GOLDEN_POST, GOLDEN_POSTS, GOLDEN_SERVICES } from '@vidlunnia/contracts/golden';
import { startLocalServer, type LocalServer } from './local-server';

const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450" fill="#888"/></svg>';

const JSON_TYPE = 'application/json; charset=utf-8';

/** An API with the data of golden pages: they never change. */
export const startGoldenApi = (): Promise<LocalServer> =>
  startLocalServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://api');
    const [type, body] = pathname.startsWith('/api/media/')
      ? ['image/svg+xml', IMAGE]
      : [JSON_TYPE, JSON.stringify(dataAt(pathname) ?? null)];
    response.writeHead(body === 'null' ? 404 : 200, { 'content-type': type });
    response.end(body);
  });

function dataAt(path: string): unknown {
  if (path === '/api/health') return { status: 'ok' };
  if (path === '/api/form-token') return { token: 'golden' };
  if (path === '/api/services') return GOLDEN_SERVICES;
  if (path === '/api/blog') return GOLDEN_POSTS;
  return path.startsWith('/api/blog/') ? GOLDEN_POST : undefined;
}
