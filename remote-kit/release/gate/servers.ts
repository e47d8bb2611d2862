import { GOLDEN_POST, GOLDEN_POSTS, GOLDEN_SERVICES } from '@vidlunnia/contracts/golden';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import fastify, { type FastifyInstance } from 'fastify';
import type { BuiltRelease } from '../built-release';
import type { ReleaseTarget } from '../release-target';
import { makeKeyPair, signManifest } from '@vidlunnia/releases/signature';

const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450" fill="#888"/></svg>';

/** An API with the constant data of golden pages. */
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

/** An origin of the team with its live release, and later also a new one. */
export interface CandidateOrigin {
  readonly server: FastifyInstance;
  /** Of a key pair made only for this. */
  readonly publicKey: string;
  /** From now on, the pointer names this release. */
  offer(built: BuiltRelease): void;
}

/**
 * `target` is where the team publishes. The live release is signed anew, so that the team's private key is not needed.
 */
export function makeCandidateOrigin(target: Pick<ReleaseTarget, 'read'>): CandidateOrigin {
  const { privateKey, publicKey } = makeKeyPair();
  let offered: BuiltRelease | null = null;
  const server = fastify({ forceCloseConnections: true });
  const read = async (name: string): Promise<Uint8Array | string | null> => {
    const [version = '', ...rest] = name.split('/');
    const file = rest.join('/');
    if (file === ORIGIN_FILES.signature) {
      const manifest = await read(`${version}/${ORIGIN_FILES.manifest}`);
      return manifest && signManifest(Buffer.from(manifest), privateKey);
    }
    if (offered && name === ORIGIN_FILES.pointer) return JSON.stringify({ version: offered.release.version });
    if (offered?.release.version !== version) return target.read(name);
    return file === ORIGIN_FILES.manifest ? offered.manifest : offered.read(file);
  };
  server.get('/*', async ({ url }, reply) => {
    const bytes = await read(url.slice(1));
    return bytes === null ? reply.code(404).send() : reply.send(bytes);
  });
  return {
    server,
    publicKey,
    offer: (built) => {
      offered = built;
    },
  };
}
