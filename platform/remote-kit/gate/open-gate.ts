import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Type } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/settings/checked';
import { ORIGIN_FILES, PointerSchema } from '@vidlunnia/releases/release';
import { formatRemoteList, type ListedRemote } from '@vidlunnia/releases/remote-list';
import { makeKeyPair, signManifest, signPointer } from '@vidlunnia/releases/signature';
import type { ObjectStore } from '@vidlunnia/releases/versioned-store';
import { freePort, messageOf, repositoryRoot } from '@vidlunnia/settings/machine';
import { api, type Remote, shell } from '@vidlunnia/settings/topology';
import fastify, { type FastifyInstance } from 'fastify';
import { findTestBrowser } from '../process/find-browser';
import { packageScript, runNode, startChild, until, untilAnswers } from '../process/run';
import { Cleanup, shellPackage } from '../process/task';
import { serveCompleted } from '../release/front';
import { absentTeam, knownTeam } from '../release/keys';
import type { BuiltRelease } from '../release/publish';
import {
  liveVersionsOf,
  NOT_CHECKED,
  timed,
  type LiveVersions,
  type PageTestOptions,
} from '../release/release';
import { siteOf, type Site, type Team } from '../release/team';
import { siteOfKit } from '../site/site';
import { compare, lookAround, type Sight } from './look-around';
import { rejectWith } from './report';

/** Limit for a shell to start, or to ingest a release. */
const DEADLINE_MS = 30_000;
/** How long the gate waits for a page with all its data; until then the shell renders the page again. */
const COMPLETE_DEADLINE_MS = { live: 30_000, fresh: 10_000 };
/** Cache-Control of an incomplete page, which only one visitor may get. */
const FOR_ONE_VISITOR = /\b(?:private|no-store)\b/;
const LOCAL = { port: 0, host: '127.0.0.1' };

/** The parts of a team that the gate needs. */
interface GateTeam extends Pick<Team, 'remote' | 'environment' | 'site' | 'say'> {
  readonly target: Pick<ObjectStore, 'read'>;
}

/**
 * Tests a new release as a whole page before it is published: a shell with the live releases renders the golden pages
 * with it, and a browser looks at the shell's pages before and after that. Sections of teams whose key is unknown here
 * are from the running site, and the browser renders them. Resolves to the live versions that it compared with, of teams
 * whose key is known here; to `null` if it compared nothing. Rejects with all findings, and when a browser is required
 * and there is none.
 */
export async function testAsPage(
  team: GateTeam,
  building: Promise<BuiltRelease>,
  { inBrowser, signal }: PageTestOptions,
): Promise<LiveVersions | null> {
  const { remote, site, say } = team;
  const { name } = remote;
  const executablePath = inBrowser ? browserHere() : '';
  const cleanup = new Cleanup();
  try {
    const gate = await startGate(team, signal, cleanup);
    const look = async (live?: readonly Sight[]) => {
      if (gate.unknown.length === 0) await untilComplete(gate.url, name, live ? 'fresh' : 'live', signal);
      return lookAround(gate.url, name, { executablePath, signal, live });
    };
    let live: readonly Sight[] = [];
    // A shell without any release has no page to compare with.
    const isCompared = inBrowser && (gate.known.length > 0 || gate.liveVersion !== null);
    if (isCompared) {
      await untilOthersAreLive(gate.shellUrl, gate.known, signal);
      if (gate.unknown.length > 0)
        say(`${gate.unknown.map(({ folder }) => folder).join(', ')}: as released on ${site.url}`);
      await timed('Live pages', say, async () => {
        live = await look();
        return 'seen';
      });
    }
    const built = await building;
    await timed('Render-test', say, async () => {
      gate.offer(built);
      await untilLive(gate.shellUrl, [name], signal, built.release.version);
      return 'passed';
    });
    if (!isCompared) return null;
    await timed('Browser', say, async () => {
      const differences = compare(live, await look(live));
      if (differences.findings.length > 0) await rejectWith(differences, built, remote);
      return 'nothing else changed';
    });
    const versions = liveVersionsOf(await siteOf({ SITE_URL: gate.shellUrl }).ask());
    const compared = gate.known.map((other) => [other.name, versions?.[other.name] ?? null] as const);
    return { ...Object.fromEntries(compared), [name]: gate.liveVersion };
  } finally {
    await cleanup.run();
  }
}

/** Starts a shell with the live releases, golden data and an origin that may `offer` the new release. */
async function startGate(
  { remote, environment, target, site, say }: GateTeam,
  signal: AbortSignal,
  cleanup: Cleanup,
) {
  const { name, zones } = remote;
  const others = siteOfKit().remotes.filter((other) => other.name !== name);
  const entries = await Promise.all(others.map((other) => knownTeam(other, environment)));
  const known = others.filter((_, index) => entries[index]);
  const unknown = others.filter((_, index) => !entries[index]);
  const liveVersion = await liveVersionOf(name, site, target);
  const { server, publicKey, offer } = candidateOrigin(name, liveVersion, target);
  const [apiOrigin = '', origin = ''] = await Promise.all(
    [goldenApi(), server].map((each) => {
      cleanup.defer(() => each.close());
      return each.listen(LOCAL);
    }),
  );
  const listed = others.map((other, index) => entries[index] ?? absentTeam(other));
  const own = { name, origin, publicKeys: [publicKey], zones: [...zones] };
  await buildWorkingShell(signal);
  const shellUrl = await startGateShell(apiOrigin, [...listed, own], signal, cleanup);
  const url =
    unknown.length === 0 ? shellUrl : await serveCompleted(shellUrl, site.url, LOCAL.port, say, cleanup);
  return { known, unknown, liveVersion, offer, shellUrl, url };
}

function browserHere(): string {
  try {
    return findTestBrowser();
  } catch (cause) {
    throw new Error(
      `${messageOf(cause)}\nThese checks need it: ${NOT_CHECKED}. To skip them, release with --without-browser`,
      { cause },
    );
  }
}

const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450" fill="#888"/></svg>';

/** An API with the constant data of golden pages. */
function goldenApi(): FastifyInstance {
  const server = fastify({ forceCloseConnections: true });
  for (const [address, data] of Object.entries(siteOfKit().goldenData)) server.get(address, () => data);
  server.get('/api/media/*', (_, reply) => reply.type('image/svg+xml').send(IMAGE));
  return server;
}

/** The version that visitors of the site have if `target` has it, else the pointer's; `null` before the first release. */
export async function liveVersionOf(
  remote: string,
  site: Pick<Site, 'ask'>,
  target: Pick<ObjectStore, 'read'>,
): Promise<string | null> {
  const report = await site.ask();
  const live = typeof report === 'string' ? null : report.remotes[remote]?.live;
  if (live && (await target.read(`${live.version}/${ORIGIN_FILES.manifest}`))) return live.version;
  const bytes = await target.read(ORIGIN_FILES.pointer);
  return bytes && parseChecked(NamedSchema, bytes, `${ORIGIN_FILES.pointer} of the origin`).version;
}

const NamedSchema = Type.Pick(PointerSchema, ['version']);

/**
 * An origin with the team's live release from `target`. After `offer`, its pointer names the new release. Both are
 * signed with a temporary key, so that the team's private key is not needed. The team's own pointer may have a rollout,
 * which nothing here could end.
 */
export function candidateOrigin(remote: string, live: string | null, target: Pick<ObjectStore, 'read'>) {
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
    if (name === ORIGIN_FILES.pointer) {
      const current = offered?.release.version ?? live;
      const at = new Date(Number(offered !== null)).toISOString();
      return current && JSON.stringify(signPointer(remote, { version: current, at }, privateKey));
    }
    if (offered?.release.version !== version) return target.read(name);
    return file === ORIGIN_FILES.manifest ? offered.manifest : offered.read(file);
  };
  server.get('/*', async ({ url }, reply) => {
    const bytes = await read(url.slice(1));
    return bytes === null ? reply.code(404).send() : reply.send(bytes);
  });
  const offer = (built: BuiltRelease) => {
    offered = built;
  };
  return { server, publicKey, offer };
}

/** Builds the working tree's shell, whose script skips a build that is current. */
async function buildWorkingShell(signal: AbortSignal): Promise<void> {
  const directory = path.join(repositoryRoot(), shell.folder);
  // An installed shell is already built.
  if (!existsSync(directory)) return;
  const { args, cwd } = packageScript(directory, 'build');
  const { code, output } = await runNode(args, { cwd, output: 'kept', signal });
  if (code !== 0) throw new Error(`The shell, which the release is tested with, cannot be built:\n${output}`);
}

/** Starts a shell with data from this API and releases of these remotes; `cleanup` ends it. Resolves to its address. */
async function startGateShell(
  apiOrigin: string,
  remotes: ListedRemote[],
  signal: AbortSignal,
  cleanup: Cleanup,
): Promise<string> {
  const data = await mkdtemp(path.join(tmpdir(), 'browser-gate-'));
  cleanup.defer(() => rm(data, { recursive: true, force: true }));
  const list = path.join(data, 'remotes.json');
  await writeFile(list, formatRemoteList({ remotes }));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const child = startChild({
    name: shell.folder,
    cwd: shellPackage() ?? '',
    args: ['dist/node/main.js'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      RELEASE_POLL_MS: '150',
      [shell.portVariable]: port,
      SITE_URL: url,
      DATA_DIR: data,
      // That port belongs to the site which may run on this machine.
      METRICS_PORT: undefined,
      // Half of the production limit, so that a `load` near that limit is rejected on every machine.
      ISLAND_DATA_MS: '1000',
      // The list takes precedence over the variables of the site.
      REMOTES_FILE: list,
      [api.originVariable]: apiOrigin,
    },
    onLine: (line) => void lines.push(line),
  });
  cleanup.defer(() => {
    // It holds no data that needs a graceful stop.
    child.process.kill('SIGKILL');
    return child.ended;
  });
  const ended = child.ended.then((how) => {
    throw new Error(`A shell that the release is tested with ended (${how}):\n${lines.join('\n')}`);
  });
  await Promise.race([untilAnswers(`${url}/healthz`, DEADLINE_MS, signal), ended]);
  ended.catch(() => undefined);
  return url;
}

/** Resolves when the shell has the live releases of other teams. */
async function untilOthersAreLive(
  url: string,
  others: readonly Remote[],
  signal: AbortSignal,
): Promise<void> {
  const names = others.map(({ name }) => name);
  await untilLive(url, names, signal).catch((cause: unknown) => {
    const variables = others.map(({ originVariable }) => originVariable).join(' and ');
    throw new Error(
      `The new release cannot be tested with the live ones: ${messageOf(cause)}. Set ${variables} to the teams’ origins, start the site, or release with --without-browser`,
      { cause },
    );
  });
}

/** Resolves when a shell has these remotes live, in the wanted version if given. Rejects with the reason if it cannot. */
async function untilLive(
  url: string,
  names: readonly string[],
  signal: AbortSignal,
  wanted?: string,
): Promise<void> {
  const site = siteOf({ SITE_URL: url });
  const isWanted = ({ version }: { readonly version: string | null }) =>
    wanted === undefined || version === wanted;
  const absence = async () => {
    const report = await site.ask();
    if (typeof report === 'string') throw new Error(report);
    const absent = names.filter((name) => {
      const { live, rejections = [] } = report.remotes[name] ?? {};
      const rejection = rejections.find(isWanted);
      if (live && isWanted(live)) return false;
      if (rejection) throw new Error(`${name} was rejected at ${rejection.step}: ${rejection.reason}`);
      return true;
    });
    return absent.length === 0 ? null : `there is no release of ${absent.join(', ')}`;
  };
  await until(absence, { deadlineMs: DEADLINE_MS, intervalMs: 50, signal });
}

/** Resolves when each golden page arrives with all its data; else rejects, with the reason for a live or a fresh release. */
async function untilComplete(
  url: string,
  remote: string,
  kind: keyof typeof COMPLETE_DEADLINE_MS,
  signal: AbortSignal,
): Promise<void> {
  for (const page of siteOfKit().goldenPages)
    if (!(await arrivesComplete(url + page, COMPLETE_DEADLINE_MS[kind], signal)))
      throw new Error(
        kind === 'fresh'
          ? `${remote}’s load on ${page} is too slow: visitors get the page without its data`
          : `The live page ${page} lacks data here, so nothing can be compared with it: release again`,
      );
}

/** Whether a page arrives with all its data before the deadline. Asks again: a busy machine may miss one. */
export async function arrivesComplete(
  url: string,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const lack = async () => {
    const response = await fetch(url, { signal });
    await response.arrayBuffer();
    const isComplete = response.ok && !FOR_ONE_VISITOR.test(response.headers.get('cache-control') ?? '');
    return isComplete ? null : `${url} lacks data`;
  };
  return until(lack, { deadlineMs, intervalMs: 100, signal }).then(
    () => true,
    () => {
      signal.throwIfAborted();
      return false;
    },
  );
}
