import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buildRemote } from '../../build/build-remote';
import { getter } from '../../environment/read-settings';
import { portOf, SETTINGS } from '../../environment/settings';
import { loadConfig } from '../../build/load-config';
import { repositoryRoot } from '../../environment/repository';
import { sourceVersion } from '../../build/source-version';
import type { Remote } from '../../environment/topology';
import { openRelease } from '../../release/built-release';
import { directoryTarget } from '../../release/directory-target';
import { ensureKey } from '../../release/keys';
import { buildOrigin } from '../../release/origin-server';
import { originFolder } from '../../environment/places';
import { publish } from '../../release/publish';
import { say } from '../../process/say';
import { againAndAgain } from './again-and-again';
import { changes } from './changes';
import { problemsOf } from './problems';
import { Inputs } from './inputs';
import { keepNewest } from './keep-newest';

/** A team at work: every change is built, published and served. The site ingests it like any other release. */
export async function devRemote(remote: Remote, signal: AbortSignal): Promise<void> {
  const { privateKey } = await ensureKey(remote, process.env);
  const folder = originFolder(remote, process.env);
  // No other process writes there: a lock was left by one that was killed.
  await rm(path.join(folder, '.lock'), { recursive: true, force: true });
  const target = directoryTarget(folder);
  const inputs = new Inputs();
  const configure = inputs.of(loadConfig(remote.folder));
  const dist = path.join(repositoryRoot, remote.folder, 'dist');
  // A build that an earlier process has left would not be made again, and its inputs not be known.
  await rm(dist, { recursive: true, force: true });
  let published = '';

  const release = async () => {
    const started = Date.now();
    const version = await sourceVersion(remote.folder, 'development');
    if (version === published) return;
    await buildRemote(remote, configure, 'development');
    await publish(target, await openRelease(path.join(dist, version)), privateKey);
    // The origin has it now.
    await rm(dist, { recursive: true });
    await keepNewest(folder);
    published = version;
    say(`${remote.folder} ${version} is published after ${String(Date.now() - started)} ms`);
  };

  const server = await buildOrigin(folder);
  signal.addEventListener('abort', () => void server.close());
  await server.listen({ port: portOf(remote), host: getter(process.env)(SETTINGS.host) });
  // Read by the configuration, not by webpack.
  const list = `${remote.folder}/src/exposes.ts`;
  await againAndAgain(
    release,
    (name) => name === list || inputs.has(name),
    changes(signal),
    problemsOf(remote.folder),
  );
}
