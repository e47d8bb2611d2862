import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * `static-copy-program.ts URL [silent]`: a Node server that sends another site's bytes and headers from memory. With `silent`,
 * documents load only fonts and images: style sheets are inlined, and scripts left out.
 */
const [, , origin = '', mode] = process.argv;

interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const fetchRaw = (path: string) =>
  new Promise<Response>((resolve, reject) => {
    request(new URL(path, origin), { headers: { 'accept-encoding': 'br' } }, (response) => {
      buffer(response).then((body) => {
        const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers } = response.headers;
        resolve({ status: response.statusCode ?? 500, headers, body });
      }, reject);
    })
      .on('error', reject)
      .end();
  });

/** Headers that depend on the removed parts. */
const OF_SCRIPTS = ['content-security-policy', 'link', 'etag'];

async function silenced(page: Response): Promise<Response> {
  if (!page.headers['content-type']?.startsWith('text/html')) return page;
  const html = brotliDecompressSync(page.body)
    .toString('utf8')
    .replace(/<script\b[^>]*>[^]*?<\/script>/g, '')
    .replace(/<link\b[^>]*\bas="script"[^>]*>/g, '');
  const links = [...html.matchAll(/<link\b[^>]*\brel="stylesheet"[^>]*>/g)].map(([link]) => link);
  let inlined = html;
  for (const link of links) {
    const sheet = await fetch(new URL(/\bhref="([^"]+)"/.exec(link)?.[1] ?? '', origin));
    const style = `<style>${await sheet.text()}</style>`;
    inlined = inlined.replace(link, () => style);
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  const body = brotliCompressSync(inlined, { params });
  const kept = Object.entries(page.headers).filter(([name]) => !OF_SCRIPTS.includes(name));
  return { ...page, body, headers: { ...Object.fromEntries(kept), 'content-length': String(body.length) } };
}

const responses = new Map<string, Promise<Response>>();
const server = createServer(({ url = '/' }, response) => {
  const found = responses.get(url) ?? fetchRaw(url).then(mode === 'silent' ? silenced : (page) => page);
  responses.set(url, found);
  found.then(
    ({ status, headers, body }) => response.writeHead(status, headers).end(body),
    (error: unknown) => response.writeHead(502).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://localhost:${String((server.address() as AddressInfo).port)}`);
});
process.once('SIGTERM', () => process.exit(0));
