import path from 'node:path';
import compress from '@fastify/compress';
import { OWNER } from '@vidlunnia/content';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { shell } from '@vidlunnia/settings/topology';
import { createPageEncoder, type EncodedPage } from '@vidlunnia/shell/server/pages/encode';
import { security } from '@vidlunnia/shell/server/plugins/security';
import { apiProxy } from '@vidlunnia/shell/server/routes/api';
import { files } from '@vidlunnia/shell/server/routes/files';
import { pages } from '@vidlunnia/shell/server/routes/pages';
import fastify from 'fastify';
import { fixedSite } from './fixed-site';
import { programInput, tellPort } from './program';
import { savePage } from './saved-page';

export interface StaticInput {
  /** Site whose pages are saved. */
  readonly url: string;
  /** Its paths to save. */
  readonly paths: readonly string[];
  /** Folder of its shell's copies of releases. */
  readonly releases: string;
  /** Where the pages' images come from. */
  readonly apiOrigin: string;
}

/** The shell's server with saved pages in place of rendered ones. */
async function serve({ url, paths, releases, apiOrigin }: StaticInput): Promise<void> {
  const saved = new Map<string, EncodedPage>();
  const encode = createPageEncoder();
  for (const pathname of paths) {
    const html = await savePage(await read(url + pathname), (href) => read(new URL(href, url).href));
    await encode(200, html, []);
    // As small as the site's own, which are made more than once.
    saved.set(pathname, await encode(200, html, []));
  }
  const folder = path.join(repositoryRoot(), shell.folder);
  const releaseSet = { id: 'static', remotes: {}, zones: [], owner: OWNER };
  const site = fixedSite(releaseSet, releases);
  const app = fastify({ forceCloseConnections: true });
  await app.register(security, { siteUrl: url });
  // The policy knows the styles of the site itself only.
  // oxlint-disable-next-line typescript/require-await -- Fastify asks for a promise, or for a callback
  app.addHook('onSend', async (_request, reply) => {
    const policy = reply.getHeader('Content-Security-Policy');
    if (typeof policy !== 'string') return;
    void reply.header(
      'Content-Security-Policy',
      policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
    );
  });
  // It has no previews.
  app.decorate('previewOf', () => Promise.resolve(null));
  app.decorateRequest('trial', { getter: () => ({}) });
  await app.register(compress, { encodings: ['br', 'gzip', 'identity'] });
  await app.register(apiProxy, { apiOrigin });
  await app.register(files, {
    client: path.join(folder, 'dist/client'),
    publicFiles: path.join(folder, 'public'),
    site,
  });
  await app.register(pages, {
    respond: ({ pathname }) => {
      const page = saved.get(pathname);
      if (!page) return Promise.reject(new Error(`${pathname} was not saved`));
      return Promise.resolve({ page, releaseSet: releaseSet.id, shared: true });
    },
  });
  process.once('SIGTERM', () => void app.close());
  tellPort(await app.listen({ port: 0, host: '127.0.0.1' }));
}

async function read(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return response.text();
}

void serve(programInput<StaticInput>());
