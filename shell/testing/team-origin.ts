import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { CONTRACT_VERSION, type RemoteName } from '@vidlunnia/shared/contracts';
import type { ReleaseManifest } from '@vidlunnia/shared/contracts/release';
import { makeKeyPair, signManifest } from '@vidlunnia/shared/release';
import { startLocalServer, type LocalServer } from '@vidlunnia/shared/testing';
import { remotes } from '@vidlunnia/shared/topology';
import type { Team } from '../server/releases/team';

export const VERSIONS = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'] as const;

const fileOf = (text: string) => ({
  size: Buffer.byteLength(text),
  sha384: createHash('sha384').update(text).digest('base64'),
});

/** What a sample release has in a file: not the same as another one in the same. */
export const sampleContent = (release: Pick<ReleaseManifest, 'container'>, file: string): string =>
  `${release.container} ${file}`;

/** A release as a team's build describes it. */
export function sampleRelease(name: RemoteName, version: string = VERSIONS[0]): ReleaseManifest {
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
    modules: Object.fromEntries(remotes[name].exposes.map((module) => [module, { js: [js], css: [css] }])),
    shared: { react: '^19.0.0' },
    files: Object.fromEntries(
      [entry, serverEntry, js, css].map((file) => [file, fileOf(sampleContent({ container }, file))]),
    ),
  };
}

type Answer = (response: ServerResponse) => void;

const json = (value: unknown) => answer(200, JSON.stringify(value), 'application/json');

/** An answer with a status and a body. */
export const answer =
  (status: number, body: string, type = 'text/plain'): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

/** A team's origin, to be harmed: what it answers at each path, 404 elsewhere. */
export interface TeamOrigin extends LocalServer {
  /** The team as the shell knows it. */
  readonly team: Team;
  /** Puts a release there, every file with its sample content, signed, and points at it. */
  publish(release: ReleaseManifest): void;
  /** Puts a description of a version there, whatever stands in it, signed; `by` is the signer's private key. */
  describe(version: string, description: unknown, by?: string): void;
  set(path: string, answer: Answer): void;
  setJson(path: string, value: unknown): void;
  /** What every request meets while it is set, whatever its path. */
  break(answer: Answer | null): void;
}

export async function startTeamOrigin(name: RemoteName, version?: string): Promise<TeamOrigin> {
  const answers = new Map<string, Answer>();
  let broken: Answer | null = null;
  const { privateKey, publicKey } = makeKeyPair();
  const server = await startLocalServer((request, response) => {
    const meet = broken ?? answers.get(request.url ?? '') ?? answer(404, 'not here');
    meet(response);
  });
  const origin: TeamOrigin = {
    ...server,
    team: { remote: remotes[name], origin: server.origin, publicKeys: [publicKey] },
    publish: (release) => {
      for (const file of Object.keys(release.files)) {
        origin.set(`/${release.version}/${file}`, answer(200, sampleContent(release, file)));
      }
      origin.describe(release.version, release);
      origin.setJson('/current.json', { version: release.version });
    },
    describe: (ofVersion, description, by = privateKey) => {
      const text = typeof description === 'string' ? description : JSON.stringify(description);
      origin.set(`/${ofVersion}/release.json`, answer(200, text, 'application/json'));
      origin.set(`/${ofVersion}/release.json.sig`, answer(200, signManifest(Buffer.from(text), by)));
    },
    set: (path, meet) => void answers.set(path, meet),
    setJson: (path, value) => {
      origin.set(path, json(value));
    },
    break: (meet) => {
      broken = meet;
    },
  };
  origin.publish(sampleRelease(name, version));
  return origin;
}
