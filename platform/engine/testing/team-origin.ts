import type { ServerResponse } from 'node:http';
import { SERVER_ENTRY, type Pointer, type ReleaseManifest, type Rollout } from '@vidlunnia/releases/release';
import {
  makePreviewToken,
  type PreviewGrant,
  makeKeyPair,
  signManifest,
  signPointer,
} from '@vidlunnia/releases/signature';
import { manifestOf } from '@vidlunnia/releases/testing';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import { remoteNamed } from '@vidlunnia/settings/topology';
import type { Team } from '@vidlunnia/releases/verify';
import { modulesOfRemote } from './release-set';

/** Public origin of the sites under test. */
export const SITE_URL = 'https://site.example';

export const VERSIONS = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'] as const;

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
  const [js, css] = [`client/static/${name}.js`, `client/static/${name}.css`];
  const names = ['client/remoteEntry.js', SERVER_ENTRY, js, css];
  const files = Object.fromEntries(names.map((file) => [file, sampleContent({ container }, file)]));
  const modules = Object.fromEntries(exposed.map((module) => [module, { js: [js], css: [css] }]));
  return manifestOf(name, version, files, modules);
}

type Respond = (response: ServerResponse) => void;

/** A response with a status and a body. */
export const respondWith =
  (status: number, body: string, type = 'text/plain'): Respond =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

export type TeamOrigin = Awaited<ReturnType<typeof startTeamOrigin>>;

/** A team's origin that tests can break: a response for each path, 404 elsewhere. Its releases expose these modules. */
export async function startTeamOrigin(name: string, exposed = modulesOfRemote(name)) {
  const responses = new Map<string, Respond>();
  let broken: Respond | null = null;
  let last: Pointer | undefined;
  const { privateKey, publicKey } = makeKeyPair();
  const server = await startLocalServer((request, response) => {
    const respond = broken ?? responses.get(request.url ?? '') ?? respondWith(404, 'not here');
    respond(response);
  });
  /** The team in the host's configuration. */
  const team: Team = { remote: remoteNamed(name), origin: server.origin, publicKeys: [publicKey] };

  const set = (path: string, respond: Respond) => void responses.set(path, respond);
  const setJson = (path: string, value: unknown) => {
    set(path, respondWith(200, JSON.stringify(value), 'application/json'));
  };
  /** Sets a pointer, signed with the team's key. */
  const setPointer = (pointer: Omit<Pointer, 'signature'>) => {
    last = signPointer(name, pointer, privateKey);
    setJson('/current.json', last);
    return last;
  };
  /** Points at a published version, optionally with a rollout; later than every pointer before. */
  const point = (version: string, rollout?: Rollout) => {
    const at = new Date(Math.max(Date.now(), last ? Date.parse(last.at) + 1 : 0)).toISOString();
    const previous = last?.version;
    return setPointer({ version, at, ...(previous && { previous }), ...(rollout && { rollout }) });
  };
  /** Publishes a signed release with sample files, and sets the pointer to it, optionally with a rollout. */
  const publish = (version: string, rollout?: Rollout, modules = exposed) => {
    const release = sampleRelease(name, version, modules);
    for (const file of Object.keys(release.files))
      set(`/${release.version}/${file}`, respondWith(200, sampleContent(release, file)));
    const signature = signManifest(Buffer.from(JSON.stringify(release)), privateKey);
    setJson(`/${release.version}/release.json`, release);
    set(`/${release.version}/release.json.sig`, respondWith(200, signature));
    return point(release.version, rollout);
  };
  /** Publishes a release without setting the pointer; returns the token of a link that is valid for an hour. */
  const publishCandidate = (candidate: string) => {
    const [pointer, before] = [responses.get('/current.json') ?? respondWith(404, ''), last];
    publish(candidate);
    set('/current.json', pointer);
    last = before;
    return token({ version: candidate });
  };
  /** A token, signed with the team's key. */
  const token = (grant: Partial<PreviewGrant> = {}, site = SITE_URL) => {
    const until = Math.floor(Date.now() / 1000) + 3_600;
    return makePreviewToken(site, { remote: name, version: VERSIONS[1], until, ...grant }, privateKey);
  };
  publish(VERSIONS[0]);
  return Object.assign(server, {
    team,
    set,
    setJson,
    setPointer,
    point,
    publish,
    publishCandidate,
    token,
    /** While set, the response to every request. */
    break: (respond: Respond | null) => {
      broken = respond;
    },
  });
}
