import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buildRemote } from '../../build/build-remote';
import { portOf, valueOf } from '../../build/environment';
import { loadConfig } from '../../build/load-config';
import { repositoryRoot } from '../../build/repository';
import type { Remote } from '../../build/topology';
import { openRelease } from '../../release/built-release';
import { directoryTarget } from '../../release/directory-target';
import { ensureKey } from '../../release/keys';
import { buildOrigin } from '../../release/origin-server';
import { originFolder } from '../../release/places';
import { publish } from '../../release/publish';
import { say } from '../say';
import { againAndAgain } from './again-and-again';
import { changes } from './changes';

/** A team at work: every change is built, published and served. The site takes it in like any other release. */
export async function devRemote(remote: Remote, signal: AbortSignal): Promise<void> {
  const { privateKey } = await ensureKey(remote, process.env);
  const folder = originFolder(remote, process.env);
  const target = directoryTarget(folder);
  const configure = loadConfig(remote.folder);
  let published = '';

  const release = async () => {
    const started = Date.now();
    const version = await buildRemote(remote, configure, 'development');
    if (version === published) return;
    const dist = path.join(repositoryRoot, remote.folder, 'dist', version);
    await publish(target, await openRelease(dist), privateKey);
    // The origin has it now.
    await rm(dist, { recursive: true });
    published = version;
    say(`${remote.folder} ${version} is published after ${String(Date.now() - started)} ms`);
  };

  const server = await buildOrigin(folder);
  signal.addEventListener('abort', () => void server.close());
  await server.listen({ port: portOf(remote), host: valueOf('HOST', process.env) ?? '127.0.0.1' });
  await againAndAgain([remote.folder, 'shared'], release, changes(signal));
}
