import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';

/** Only the browser's part of a release is public. No path may contain `..`, encoded or not. */
const PUBLIC_FILE = /^\/[a-z0-9]+\/[0-9a-f]{12}\/client\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
const RELEASE = /^\/remotes\/([a-z0-9]+)\/([0-9a-f]{12})\//;

/** Files that never change under their address. */
const immutable = {
  immutable: true,
  maxAge: '365d',
  // Clients never revalidate immutable files, and do not request ranges.
  lastModified: false,
  acceptRanges: false,
  index: false,
  decorateReply: false,
  logLevel: 'warn',
  // The builds write the compressed copies.
  preCompressed: true,
  setHeaders: (reply: FastifyReply) => {
    void reply.header('Vary', 'Accept-Encoding');
  },
} as const;

/** The site's own files, those of the remotes' releases, and those of a folder with fixed names, at the site's root. */
export const files: FastifyPluginAsync<{ readonly publicFiles: string }> = async (app, { publicFiles }) => {
  const { engine, pageParts } = app;
  const { folders } = pageParts;
  await app.register(fastifyStatic, {
    ...immutable,
    root: folders['/assets/'],
    prefix: '/assets/',
    decorateReply: true,
  });
  // The page may come from another replica, or be older than the store's copies.
  app.addHook('onRequest', async (request) => {
    const [, name = '', version = ''] = RELEASE.exec(request.url) ?? [];
    if (name) await engine.downloadOnDemand(name, version, () => request.preview?.versions[name] === version);
  });
  await app.register(fastifyStatic, {
    ...immutable,
    root: folders['/remotes/'],
    prefix: '/remotes/',
    allowedPath: (pathname) => PUBLIC_FILE.test(pathname),
  });
  if (!existsSync(publicFiles)) return;
  await app.register(fastifyStatic, {
    root: path.resolve(publicFiles),
    wildcard: false,
    index: false,
    decorateReply: false,
    logLevel: 'warn',
    maxAge: '1d',
  });
};
