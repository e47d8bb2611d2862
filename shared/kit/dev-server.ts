import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { reasonOf } from '../release/site';
import type { Sections } from './dev-sections';

/** Addresses of this server's own; all others are the site's. */
const OWN = '/-/dev/';
/** Milliseconds that the site may take for an answer. */
const DEADLINE = 30_000;

/** A server with the pages of the site at `url`, in which `sections` stand. The site's policy for scripts is not in force here. */
export const serverBefore = (url: string, sections: Sections, say: (line: string) => void): Server =>
  createServer((request, response) => {
    const address = new URL(request.url ?? '/', url);
    if (address.pathname.startsWith(OWN)) {
      answerOwn(address, sections, response);
      return;
    }
    passOn(address, request, response, sections.built().number).catch((error: unknown) => {
      const reason = `${address.href}: ${reasonOf(error)}`;
      say(reason);
      if (!response.headersSent) response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(reason);
    });
  });

function answerOwn({ pathname, search }: URL, sections: Sections, response: ServerResponse): void {
  const { number, script, styles } = sections.built();
  const answer = (type: string, text: string) => {
    response.writeHead(200, { 'Content-Type': `text/${type}; charset=utf-8` }).end(text);
  };
  if (pathname === `${OWN}sections.js`) answer('javascript', script);
  else if (pathname === `${OWN}sections.css`) answer('css', styles);
  else {
    const tell = () => response.write('data: built\n\n');
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    // There was a build while the page came.
    if (search !== `?${String(number)}`) tell();
    sections.builds.on('built', tell);
    response.once('close', () => sections.builds.off('built', tell));
  }
}

/** Passes a request on to the site; a document gets the sections of a build. */
async function passOn(address: URL, request: IncomingMessage, response: ServerResponse, build: number) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answer = await fetch(address, {
    method: request.method ?? 'GET',
    headers: Object.entries(request.headers).flatMap(([name, value]) =>
      BETWEEN.has(name) ? [] : [[name, String(value)] as [string, string]],
    ),
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE),
  });
  const isDocument = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
  const body = isDocument
    ? (await answer.text()).replace('</head>', `${tagsOf(build)}</head>`)
    : Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers) if (!UNFIT.has(name)) response.appendHeader(name, value);
  response.writeHead(answer.status).end(body);
}

const tagsOf = (build: number) => `
  <link rel="stylesheet" href="${OWN}sections.css">
  <script type="module">
    new EventSource('${OWN}built?${String(build)}').onmessage = () => location.reload();
  </script>
  <script type="module" src="${OWN}sections.js"></script>
`;

/** Headers of a browser that are for this server alone. */
const BETWEEN = new Set(['host', 'connection', 'accept-encoding']);

/** Headers of the site that do not hold here: other bytes, other scripts, no TLS. */
const UNFIT = new Set([
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-security-policy-report-only',
  'etag',
  'strict-transport-security',
  'transfer-encoding',
]);
