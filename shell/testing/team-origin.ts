import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { CONTRACT_VERSION } from '@vidlunnia/contracts';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import { makePreviewToken, type PreviewGrant } from '@vidlunnia/releases/preview-token';
import { makeKeyPair, signManifest } from '@vidlunnia/releases/signature';
import { startLocalServer, type LocalServer } from '@vidlunnia/http/testing';
import { remoteNamed } from '@vidlunnia/settings/topology';
import type { Team } from '../server/releases/release-set';
import { modulesOfRemote } from './release-set';

export const VERSIONS = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'] as const;

const fileOf = (text: string) => ({
  size: Buffer.byteLength(text),
  sha384: createHash('sha384').update(text).digest('base64'),
});

/** Content of a file in a sample release: different for every release. */
export const sampleContent = (release: Pick<ReleaseManifest, 'container'>, file: string): string =>
  file.endsWith('.css')
    ? `@layer remotes.${release.container.replace(/_.*/, '')}{/* ${release.container} */}`
    : `${release.container} ${file}`;

/** A release's manifest, as a team's build writes it. */
export function sampleRelease(
  name: string,
  version: string = VERSIONS[0],
  exposed: readonly string[] = modulesOfRemote(name),
): ReleaseManifest {
  const container = `${name}_${version}`;
  const entry = 'client/remoteEntry.js';
  const serverEntry = 'server/remoteEntry.js';
  const js = `client/static/${name}.js`;
  const css = `client/static/${name}.css`;
  return {
    name,
    version,
    commit: null,
    contract: CONTRACT_VERSION,
    container,
    entry,
    serverEntry,
    modules: Object.fromEntries(exposed.map((module) => [module, { js: [js], css: [css] }])),
    shared: { react: '^19.0.0' },
    files: Object.fromEntries(
      [entry, serverEntry, js, css].map((file) => [file, fileOf(sampleContent({ container }, file))]),
    ),
  };
}

type Respond = (response: ServerResponse) => void;

/** A response with a status and a body. */
export const respondWith =
  (status: number, body: string, type = 'text/plain'): Respond =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

/** A team's origin that tests can break: its response at each path, 404 elsewhere. */
export interface TeamOrigin extends LocalServer {
  /** The team in the shell's configuration. */
  readonly team: Team;
  /** Publishes a signed release, every file with its sample content, and points at it. */
  publish(release: ReleaseManifest): void;
  /** The same without pointing at it; returns the token of a link that holds for an hour. */
  publishCandidate(version: string): string;
  /** A token that its key has signed. */
  token(grant?: Partial<PreviewGrant>, site?: string): string;
  set(path: string, respond: Respond): void;
  setJson(path: string, value: unknown): void;
  /** Response to every request while it is set, for any path. */
  break(respond: Respond | null): void;
}

export async function startTeamOrigin(name: string, version?: string): Promise<TeamOrigin> {
  const responses = new Map<string, Respond>();
  let broken: Respond | null = null;
  const { privateKey, publicKey } = makeKeyPair();
  const server = await startLocalServer((request, response) => {
    const meet = broken ?? responses.get(request.url ?? '') ?? respondWith(404, 'not here');
    meet(response);
  });
  const origin: TeamOrigin = {
    ...server,
    team: { remote: remoteNamed(name), origin: server.origin, publicKeys: [publicKey] },
    publish: (release) => {
      for (const file of Object.keys(release.files)) {
        origin.set(`/${release.version}/${file}`, respondWith(200, sampleContent(release, file)));
      }
      const manifest = Buffer.from(JSON.stringify(release));
      const signature = signManifest(manifest, privateKey);
      origin.setJson(`/${release.version}/release.json`, release);
      origin.set(`/${release.version}/release.json.sig`, respondWith(200, signature));
      origin.setJson('/current.json', { version: release.version });
    },
    set: (path, meet) => void responses.set(path, meet),
    setJson: (path, value) => {
      origin.set(path, respondWith(200, JSON.stringify(value), 'application/json'));
    },
    break: (meet) => {
      broken = meet;
    },
    publishCandidate: (candidate) => {
      const pointer = responses.get('/current.json') ?? respondWith(404, '');
      origin.publish(sampleRelease(name, candidate));
      origin.set('/current.json', pointer);
      return origin.token({ version: candidate });
    },
    token: (grant = {}, site = 'https://vidlunnia.example') => {
      const until = Math.floor(Date.now() / 1000) + 3_600;
      return makePreviewToken(site, { remote: name, version: VERSIONS[1], until, ...grant }, privateKey);
    },
  };
  origin.publish(sampleRelease(name, version));
  return origin;
}
