import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GOLDEN_HOME, GOLDEN_POST, GOLDEN_POSTS, GOLDEN_SERVICES } from '@vidlunnia/contracts/golden';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { formatRemoteList, type ListedRemote } from '@vidlunnia/releases/remote-list';
import type { ObjectStore } from '@vidlunnia/releases/versioned-store';
import { makeKeyPair, signManifest } from '@vidlunnia/releases/signature';
import { freePort } from '@vidlunnia/settings/free-port';
import { api, shell } from '@vidlunnia/settings/topology';
import fastify, { type FastifyInstance } from 'fastify';
import { repositoryRoot, shellPackage } from '../process/repository';
import { runNode, startChild, until, untilAnswers } from '../process/run';
import type { Cleanup } from '../process/task';
import type { BuiltRelease } from '../release/built-release';
import { siteOf } from '../release/site';
import { packageScript } from '../release/working-tree';

/** Limit for a shell to start, or to ingest a release. */
const DEADLINE_MS = 30_000;
/** Cache-Control of an incomplete page, which only one visitor may get. */
const FOR_ONE_VISITOR = /\b(?:private|no-store)\b/;
const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450" fill="#888"/></svg>';

/** An API with the constant data of golden pages. */
export function makeGoldenApi(): FastifyInstance {
  const server = fastify({ forceCloseConnections: true });
  server.get('/api/health', () => ({ status: 'ok' }));
  server.get('/api/form-token', () => ({ token: 'golden' }));
  server.get('/api/home', () => GOLDEN_HOME);
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
export function makeCandidateOrigin(target: Pick<ObjectStore, 'read'>): CandidateOrigin {
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

/** Builds the working tree's shell, whose script skips a build that is current. */
export async function buildWorkingShell(signal: AbortSignal): Promise<void> {
  const directory = path.join(repositoryRoot(), shell.folder);
  // An installed shell is already built.
  if (!existsSync(directory)) return;
  const { args, cwd } = packageScript({ directory }, 'build');
  const { code, output } = await runNode(args, { cwd, output: 'kept', signal });
  if (code !== 0) throw new Error(`The shell, which the release is tested with, cannot be built:\n${output}`);
}

/** A shell of the working tree that only the gate uses. */
export interface GateShell {
  readonly url: string;
  /** Resolves when these remotes are live, in this version if there is one. Rejects with the reason if one is not. */
  untilLive(remotes: readonly string[], version?: string): Promise<void>;
}

/** Starts a shell with data from this API and releases of these remotes; `cleanup` ends it. */
export async function startGateShell(
  apiOrigin: string,
  remotes: ListedRemote[],
  signal: AbortSignal,
  cleanup: Cleanup,
): Promise<GateShell> {
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
  return { url, untilLive: (names, version) => untilLive(url, names, version, signal) };
}

async function untilLive(
  url: string,
  names: readonly string[],
  wanted: string | undefined,
  signal: AbortSignal,
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
  await until(absence, { deadline: DEADLINE_MS, interval: 50, signal });
}

/** Whether a page arrives with all its data within some milliseconds; on a busy machine some may miss their deadline. */
export async function comesWhole(url: string, within: number, signal: AbortSignal): Promise<boolean> {
  const lack = async () => {
    const response = await fetch(url, { signal });
    await response.arrayBuffer();
    const isWhole = response.ok && !FOR_ONE_VISITOR.test(response.headers.get('cache-control') ?? '');
    return isWhole ? null : `${url} lacks data`;
  };
  return until(lack, { deadline: within, interval: 100, signal }).then(
    () => true,
    () => {
      signal.throwIfAborted();
      return false;
    },
  );
}
