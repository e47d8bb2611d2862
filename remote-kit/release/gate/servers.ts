import { GOLDEN_POST, GOLDEN_POSTS, GOLDEN_SERVICES } from '@vidlunnia/contracts/golden';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import fastify, { type FastifyInstance } from 'fastify';
import type { BuiltRelease } from '../built-release';
import { makeKeyPair, signManifest } from '../signature';

const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450" fill="#888"/></svg>';

/** An API with the data of golden pages: they never change. */
export function makeGoldenApi(): FastifyInstance {
  const server = fastify({ forceCloseConnections: true });
  server.get('/api/health', () => ({ status: 'ok' }));
  server.get('/api/form-token', () => ({ token: 'golden' }));
  server.get('/api/services', () => GOLDEN_SERVICES);
  server.get('/api/blog', () => GOLDEN_POSTS);
  server.get('/api/blog/:id', () => GOLDEN_POST);
  server.get('/api/media/*', (_, reply) => reply.type('image/svg+xml').send(IMAGE));
  return server;
}

/** An origin of the team with what is live, and later with a new release besides. */
export interface CandidateOrigin {
  readonly server: FastifyInstance;
  /** Of the key that signs the new release, made for it alone. */
  readonly publicKey: string;
  /** From now on its pointer names this release. */
  offer(built: BuiltRelease): void;
}

/** `live` is the origin that visitors' shells read. */
export function makeCandidateOrigin(live: string): CandidateOrigin {
  const { privateKey, publicKey } = makeKeyPair();
  let offered: BuiltRelease | null = null;
  const server = fastify({ forceCloseConnections: true });
  server.get('/*', async ({ url }, reply) => {
    const [version = '', ...rest] = url.slice(1).split('/');
    const file = rest.join('/');
    if (offered && version === ORIGIN_FILES.pointer) return reply.send({ version: offered.release.version });
    if (offered?.release.version === version) {
      const { manifest, read } = offered;
      if (file === ORIGIN_FILES.manifest) return reply.send(manifest);
      if (file === ORIGIN_FILES.signature) return reply.send(signManifest(manifest, privateKey));
      return reply.send(await read(file));
    }
    const response = await fetch(live + url, { signal: AbortSignal.timeout(10_000) });
    return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()));
  });
  return {
    server,
    publicKey,
    offer: (built) => {
      offered = built;
    },
  };
}
