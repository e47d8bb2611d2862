import path from 'node:path';
import fastifyStatic from '@fastify/static';
import fp from 'fastify-plugin';

interface Options {
  /** Folder of the shell's browser build: every name in it carries its content's hash. */
  readonly client: string;
  /** Folder of files with fixed names: icons. */
  readonly publicFiles: string;
}

/** The shell's own files. */
export const files = fp<Options>(async (app, { client, publicFiles }) => {
  await app.register(fastifyStatic, {
    root: client,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  app.get('/favicon.svg', (_, reply) =>
    reply.sendFile('favicon.svg', path.resolve(publicFiles), { maxAge: '1d', immutable: false }),
  );
});
