import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runInThisContext } from 'node:vm';
import { context, type BuildOptions } from 'esbuild';
import { exposedModules } from '../build/exposed-modules';
import { placeOf, repositoryRoot } from '../environment/repository';
import type { Remote } from '../environment/topology';
import { createApiClient } from '../http';
import { messageOf } from '../process/errors';
import type { Command } from '../release/run-command';
import { siteOf } from '../release/site';

/** Addresses of the development server's own; all others are the site's. */
const OWN = '/-/dev/';
/** Milliseconds for the section's data. */
const LOAD_DEADLINE = 5_000;

/** What the browser puts onto the page for one section. */
interface Shown {
  readonly id: string;
  readonly element: string;
  readonly html: string;
  readonly props: object;
}

interface Module {
  readonly default: unknown;
  readonly load?: (params: object, context: object) => Promise<unknown>;
}

interface ServerSide {
  readonly exposes: Readonly<Record<string, Module>>;
  readonly render: (component: unknown, props: object) => string;
}

/**
 * `npm run dev -- --against URL [--after SECTION] [--port PORT]`: pages of a running site with the sections of this
 * repository in them, as they are now: rendered by Node with their data, hydrated in the browser, replaced by a reload
 * after each save. Nothing is released. The site's policy for scripts is not in force here.
 */
export const dev: Command = async ({ remote, environment, say }, args, signal) => {
  const { values } = parseArgs({
    args: [...args],
    options: { against: { type: 'string' }, after: { type: 'string' }, port: { type: 'string' } },
  });
  const { url } = siteOf(
    values.against === undefined ? environment : { ...environment, SITE_URL: values.against },
  );
  const listeners = new Set<ServerResponse>();
  let files: ReadonlyMap<string, string> = new Map();
  let problem = 'Not built yet';

  const onBuilt = (built: ReadonlyMap<string, string>, errors: readonly string[]) => {
    files = built;
    problem = errors.join('\n');
    say(problem === '' ? `${remote.folder} is built` : problem);
    for (const each of listeners) each.write('data: built\n\n');
  };
  const ended = await watch(remote, onBuilt);

  const answerOwn = async (name: string, response: ServerResponse) => {
    if (name === 'events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': here\n\n');
      listeners.add(response);
      response.once('close', () => listeners.delete(response));
      return;
    }
    if (name === 'sections') {
      const shown = problem === '' ? await render(remote, files.get('server.js') ?? '', url) : [];
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ shown, after: values.after ?? null, problem }));
      return;
    }
    const text = files.get(name);
    response.setHeader('Content-Type', name.endsWith('.css') ? 'text/css' : 'text/javascript');
    response.writeHead(text === undefined ? 404 : 200).end(text);
  };
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', url);
    const answered = address.pathname.startsWith(OWN)
      ? answerOwn(address.pathname.slice(OWN.length), response)
      : passOn(address, request, response);
    answered.catch((error: unknown) => {
      say(messageOf(error));
      if (!response.headersSent) response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(messageOf(error));
    });
  });
  server.listen(Number(values.port ?? remote.port), '127.0.0.1');
  await once(server, 'listening');
  say(`Ready: http://localhost:${values.port ?? String(remote.port)}, before ${url}`);
  await once(signal, 'abort');
  server.close();
  server.closeAllConnections();
  await ended();
};

/** Passes a request on to the site; a document gets the sections of this repository. */
async function passOn(address: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answer = await fetch(address, {
    method: request.method ?? 'GET',
    headers: Object.entries(request.headers)
      .filter(([name]) => !BETWEEN.has(name))
      .map(([name, value]) => [name, String(value)] as [string, string]),
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  });
  const isDocument = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
  for (const [name, value] of answer.headers) if (!UNFIT.has(name)) response.setHeader(name, value);
  response.writeHead(answer.status);
  if (!isDocument) {
    response.end(Buffer.from(await answer.arrayBuffer()));
    return;
  }
  const tags = `<link rel="stylesheet" href="${OWN}client.css"><script type="module" src="${OWN}client.js"></script>`;
  response.end((await answer.text()).replace('</head>', `${tags}</head>`));
}

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

/** Builds both sides now and after every change, until what this resolves to is called. */
async function watch(
  remote: Remote,
  onBuilt: (files: ReadonlyMap<string, string>, errors: readonly string[]) => void,
): Promise<() => Promise<void>> {
  const root = path.join(repositoryRoot, placeOf(remote.folder));
  const common: BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    write: false,
    jsx: 'automatic',
    jsxDev: true,
    loader: { '.svg': 'dataurl', '.woff2': 'dataurl' },
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'silent',
  };
  const sides: Readonly<Record<string, BuildOptions>> = {
    server: { ...common, platform: 'node', format: 'cjs' },
    client: { ...common, platform: 'browser', format: 'esm', sourcemap: 'inline' },
  };
  const built = new Map<string, string>();
  const errors = new Map<string, readonly string[]>();
  const contexts = await Promise.all(
    Object.entries(sides).map(([side, options]) =>
      context({
        ...options,
        outdir: 'unwritten',
        stdin: {
          contents: side === 'server' ? SERVER : CLIENT,
          resolveDir: root,
          sourcefile: `${side}.ts`,
          loader: 'ts',
        },
        plugins: [
          {
            name: 'onBuilt',
            setup: (build) => {
              build.onEnd(async ({ outputFiles = [], errors: found }) => {
                for (const { path: file, text } of outputFiles)
                  built.set(path.basename(file).replace(/^stdin/, side), text);
                errors.set(
                  side,
                  found.map(({ text, location }) =>
                    location ? `${location.file}:${String(location.line)}: ${text}` : text,
                  ),
                );
                // One follows the other, so that the page never meets sides of two builds.
                if (side === 'client') await contexts[0]?.rebuild().catch(() => undefined);
                if (side === 'client') onBuilt(new Map(built), [...new Set([...errors.values()].flat())]);
              });
            },
          },
        ],
      }),
    ),
  );
  await contexts[1]?.watch();
  return async () => {
    await Promise.all(contexts.map((each) => each.dispose()));
  };
}

const SERVER = `
  import { createElement } from 'react';
  import { renderToString } from 'react-dom/server';
  export { exposes } from './src/exposes';
  export const render = (component, props) => renderToString(createElement(component, props));
`;

/** Puts each section where the site has it, or behind the one that \`--after\` names; says what is wrong. */
const CLIENT = `
  import { createElement } from 'react';
  import { createRoot, hydrateRoot } from 'react-dom/client';
  import { exposes } from './src/exposes';
  new EventSource('${OWN}events').addEventListener('message', () => location.reload());
  const { shown, after, problem } = await (await fetch('${OWN}sections')).json();
  if (problem) {
    const said = document.createElement('pre');
    said.setAttribute('role', 'alert');
    said.style.cssText = 'position:fixed;inset:1rem 1rem auto;padding:1rem;background:#fff;color:#b00;z-index:9999;white-space:pre-wrap';
    said.textContent = problem;
    document.body.append(said);
  }
  const islandOf = (element) => {
    const island = element?.closest('[data-island]');
    return island?.parentElement?.closest('[data-island]') ?? island ?? element;
  };
  for (const { id, element, html, props } of shown) {
    const place = document.createElement('div');
    place.innerHTML = html;
    const there = islandOf(document.getElementById(element));
    if (there) there.replaceWith(place);
    else (islandOf(document.getElementById(after ?? '')) ?? document.querySelector('main')?.lastElementChild)?.after(place);
    const section = createElement(exposes[id].default, props);
    if (html) hydrateRoot(place, section);
    else createRoot(place).render(section);
  }
`;

/** Renders every section with its data, as a server does. */
async function render(remote: Remote, code: string, site: string): Promise<Shown[]> {
  const module = { exports: {} as ServerSide };
  const run = runInThisContext(`(function (module, exports, require) {${code}\n})`) as (
    ...scope: readonly unknown[]
  ) => void;
  run(module, module.exports, createRequire(path.join(repositoryRoot, 'package.json')));
  const api = createApiClient({ baseUrl: `${site}/api` });
  return Promise.all(
    Object.keys(exposedModules(remote)).map(async (id) => {
      const section = module.exports.exposes[id];
      const data = await section?.load?.({}, { api, signal: AbortSignal.timeout(LOAD_DEADLINE) });
      const element = `zone-${remote.name}-${id}`.toLowerCase();
      const details = { phone: '', email: '', address: '', hours: [] };
      const props = { id: element, headingLevel: 2, details, data: data ?? null };
      return { id, element, html: module.exports.render(section?.default, props), props };
    }),
  );
}
