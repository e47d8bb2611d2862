import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReleaseReport } from '@vidlunnia/contracts/release-report';
import { repositoryRoot } from '../../environment/repository';
import { api, shell } from '../../environment/topology';
import { isStale } from '../../build/freshness';
import { startChild } from '../../process/child';
import { freePort } from '../../process/free-port';
import { runNode } from '../../process/run-program';
import { untilAnswers } from '../../process/until';
import { writeRemoteList } from '../edit-remotes';
import type { RemoteList } from '../remote-list';
import { makeKeyPair } from '../signature';
import { siteOf } from '../site';

/** Milliseconds until a shell has started, or has ingested a release. */
const DEADLINE = 30_000;
const PROGRAM = 'dist/node/main.js';

/** A shell of the working tree, which nobody but the gate asks. */
export interface GateShell {
  readonly url: string;
  /** Resolves when this version is live. Rejects with the reason for which it was rejected. */
  untilLive(remote: string, version: string): Promise<void>;
  /**
   * Resolves when each of these is live or was rejected, or after a while: to those that are not live, with the reason of
   * the rejection.
   */
  untilSettled(remotes: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>;
  stop(): Promise<void>;
}

/** Builds the working tree's shell unless its build is of these sources. */
export async function buildStaleShell(signal: AbortSignal): Promise<void> {
  const cwd = path.join(repositoryRoot, shell.folder);
  if (!isStale(cwd)) return;
  const args = ['--import', 'tsx', path.join(repositoryRoot, 'remote-kit/build/cli.ts')];
  const { code, output } = await runNode(args, {
    cwd,
    env: { NODE_ENV: 'production' },
    output: 'kept',
    signal,
  });
  if (code !== 0) throw new Error(`The shell, which the release is tried with, cannot be built:\n${output}`);
}

/** Starts a shell with the data of this API and the releases of these remotes. */
export async function openGateShell(
  apiOrigin: string,
  remotes: RemoteList['remotes'],
  signal: AbortSignal,
): Promise<GateShell> {
  const folder = path.join(repositoryRoot, shell.folder);
  const data = await mkdtemp(path.join(tmpdir(), 'browser-gate-'));
  const list = path.join(data, 'remotes.json');
  const { privateKey, publicKey } = makeKeyPair();
  await writeRemoteList(list, { serial: 1, remotes }, privateKey);
  const url = `http://127.0.0.1:${String(await freePort())}`;
  const lines: string[] = [];
  const child = startChild({
    name: shell.folder,
    cwd: folder,
    args: [PROGRAM],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', LOG_LEVEL: 'warn', HOST: '127.0.0.1', RELEASE_POLL_MS: '150' },
      ...{ [shell.portVariable]: new URL(url).port, SITE_URL: url, DATA_DIR: data },
      // It goes before the variables of the site.
      ...{ REMOTES_FILE: list, REMOTES_PUBLIC_KEY: publicKey, [api.originVariable]: apiOrigin },
    },
    onLine: (line) => void lines.push(line),
  });
  const stop = async () => {
    // It keeps nothing that is worth a stop in good order.
    child.process.kill('SIGKILL');
    await child.ended;
    await rm(data, { recursive: true, force: true });
  };
  const ended = child.ended.then((how) => {
    throw new Error(`A shell that the release is tried with ended (${how}):\n${lines.join('\n')}`);
  });
  ended.catch(() => undefined);
  const site = siteOf({ SITE_URL: url });
  /** Asks until there is an answer; after a while it is that to the last report. */
  const until = async <Answer>(
    answer: (remotes: ReleaseReport['remotes'], isLate: boolean) => Answer | null,
  ) => {
    for (const end = Date.now() + DEADLINE; ;) {
      const report = await site.ask();
      if (typeof report === 'string') throw new Error(report);
      const found = answer(report.remotes, Date.now() > end);
      if (found !== null) return found;
      await pause(50, undefined, { signal });
    }
  };
  try {
    await Promise.race([untilAnswers(`${url}/healthz`, DEADLINE, signal), ended]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    stop,
    untilSettled: (remotes) =>
      until((states, isLate) => {
        const absent = remotes.filter((name) => !states[name]?.live);
        const reasons = absent.map((name) => [name, states[name]?.rejections[0]?.reason] as const);
        return isLate || reasons.every(([, reason]) => reason !== undefined) ? new Map(reasons) : null;
      }),
    untilLive: (remote, version) =>
      until((states, isLate) => {
        const { live, rejections = [] } = states[remote] ?? {};
        const rejection = rejections.find((each) => each.version === version);
        if (live?.version === version) return undefined;
        if (rejection) throw new Error(`${version} was rejected at ${rejection.step}: ${rejection.reason}`);
        if (isLate) throw new Error(`${version} was not ingested in ${String(DEADLINE / 1000)} s`);
        return null;
      }),
  };
}
