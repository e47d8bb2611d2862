import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import type { BuiltRelease } from '../built-release';
import { makeKeyPair, signManifest } from '../signature';
import { startLocalServer, type LocalServer } from './local-server';

/** An origin of the team with what is live, and later with a new release besides. */
export interface CandidateOrigin extends LocalServer {
  /** Of the key that signs the new release, made for it alone. */
  readonly publicKey: string;
  /** From now on its pointer names this release. */
  offer(built: BuiltRelease): void;
}

/** `live` is the origin that visitors' shells read. */
export async function startCandidateOrigin(live: string): Promise<CandidateOrigin> {
  const { privateKey, publicKey } = makeKeyPair();
  let offered: BuiltRelease | null = null;

  const read = async (path: string): Promise<Uint8Array | null> => {
    const [version = '', ...rest] = path.split('/');
    const file = rest.join('/');
    if (offered && path === ORIGIN_FILES.pointer) {
      return Buffer.from(JSON.stringify({ version: offered.release.version }));
    }
    if (offered?.release.version === version) {
      if (file === ORIGIN_FILES.manifest) return offered.manifest;
      if (file === ORIGIN_FILES.signature) return Buffer.from(signManifest(offered.manifest, privateKey));
      return offered.read(file);
    }
    const response = await fetch(`${live}/${path}`);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
  };

  const server = await startLocalServer((request, response) => {
    read((request.url ?? '').slice(1)).then(
      (bytes) => (bytes ? response.end(bytes) : response.writeHead(404).end()),
      () => response.writeHead(502).end(),
    );
  });
  return {
    ...server,
    publicKey,
    offer: (built) => {
      offered = built;
    },
  };
}
