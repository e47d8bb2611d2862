import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot, shellPackage } from '../../process/repository';
import { api, shell } from '@vidlunnia/settings/topology';
import { runNode, startChild } from '../../process/run';
import type { Cleanup } from '../../process/task';
import { freePort } from '@vidlunnia/settings/free-port';
import { until, untilAnswers } from '../../process/until';
import { writeRemoteList } from '../edit-remotes';
import type { ListedRemote } from '@vidlunnia/releases/remote-list';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import { packageScript } from '../working-tree';
import { siteOf } from '../site';

/** Milliseconds for a shell to start, or to ingest a release. */
const DEADLINE = 30_000;
/** Cache-Control of an incomplete page, which only one visitor may get. */
const FOR_ONE_VISITOR = /\b(?:private|no-store)\b/;

/** A shell of the working tree that only the gate uses. */
export interface GateShell {
  readonly url: string;
  /** Resolves when it responds. Rejects when it has ended or does not respond in time. */
  readonly up: Promise<unknown>;
  /** Resolves when these remotes are live, in this version if there is one. Rejects with the reason if one is not. */
  untilLive(remotes: readonly string[], version?: string): Promise<void>;
}

/** Builds the working tree's shell, whose script skips a build that is current. */
export async function buildStaleShell(signal: AbortSignal): Promise<void> {
  const directory = path.join(repositoryRoot(), shell.folder);
  // An installed shell is already built.
  if (!existsSync(directory)) return;
  const { args, cwd } = packageScript({ directory }, 'build');
  const { code, output } = await runNode(args, { cwd, output: 'kept', signal });
  if (code !== 0) throw new Error(`The shell, which the release is tried with, cannot be built:\n${output}`);
}

interface Options {
  readonly signal: AbortSignal;
  readonly cleanup: Cleanup;
}

/**
 * Starts a shell with data from this API and releases of these remotes; does not wait until it is up. `cleanup` ends
 * it.
 */
export async function startGateShell(
  apiOrigin: string,
  remotes: ListedRemote[],
  { signal, cleanup }: Options,
): Promise<GateShell> {
  const data = await mkdtemp(path.join(tmpdir(), 'browser-gate-'));
  cleanup.defer(() => rm(data, { recursive: true, force: true }));
  const list = path.join(data, 'remotes.json');
  const { privateKey, publicKey } = makeKeyPair();
  await writeRemoteList(list, { serial: 1, remotes }, privateKey);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const child = startChild({
    name: shell.folder,
    cwd: shellPackage() ?? '',
    args: ['dist/node/main.js'],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', LOG_LEVEL: 'warn', HOST: '127.0.0.1', RELEASE_POLL_MS: '150' },
      ...{ [shell.portVariable]: port, SITE_URL: url, DATA_DIR: data },
      // It takes precedence over the variables of the site.
      ...{ REMOTES_FILE: list, REMOTES_PUBLIC_KEY: publicKey, [api.originVariable]: apiOrigin },
    },
    onLine: (line) => void lines.push(line),
  });
  cleanup.defer(() => {
    // It holds no data that needs a graceful stop.
    child.process.kill('SIGKILL');
    return child.ended;
  });
  const ended = child.ended.then((how) => {
    throw new Error(`A shell that the release is tried with ended (${how}):\n${lines.join('\n')}`);
  });
  const up = Promise.race([untilAnswers(`${url}/healthz`, DEADLINE, signal), ended]);
  up.catch(() => undefined);
  return {
    url,
    up,
    untilLive: (names, version) => untilLive(url, names, version, signal),
  };
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
  await until(absence, { deadline: DEADLINE, interval: 50, signal });
}

/**
 * Whether a page is complete, with all its data, within some milliseconds: then the shell has the data in its cache. On
 * a busy machine the data may miss their deadline, and the page would be compared without them.
 */
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
