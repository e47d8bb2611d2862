import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sourceVersion } from '../../build/source-version';
import { isFresh } from '../../build/freshness';
import { exposedModules } from '../../build/exposed-modules';
import { getter } from '../../environment/read-settings';
import { portOf, SETTINGS } from '../../environment/settings';
import { loadConfig } from '../../build/load-config';
import { repositoryRoot } from '../../environment/repository';
import type { Remote } from '../../environment/topology';
import { openRelease, type BuiltRelease } from '../../release/built-release';
import { directoryTarget } from '../../release/directory-target';
import { ensureKey } from '../../release/keys';
import { buildOrigin } from '../../release/origin-server';
import { originFolder } from '../../environment/places';
import { siteOf } from '../../release/site';
import { publish } from '../../release/publish';
import { say } from '../../process/say';
import { againAndAgain } from './again-and-again';
import { changes } from './changes';
import { problemsOf } from './problems';
import { Inputs } from './inputs';
import { keepNewest } from './keep-newest';
import { untilWhole } from './until-whole';
import { remoteBuilder, type BuildAgain } from './remote-builder';

/** A team at work: every change is built, published and served. The site ingests it like any other release. */
export async function devRemote(remote: Remote, signal: AbortSignal, tree?: string): Promise<void> {
  const { privateKey } = await ensureKey(remote, process.env);
  const folder = originFolder(remote, process.env);
  const target = directoryTarget(folder);
  const inputs = new Inputs();
  const configure = inputs.of(loadConfig(remote.folder));
  const dist = path.join(repositoryRoot, remote.folder, 'dist');
  let exposed = '';
  let build: BuildAgain;
  /** A production build of these sources is there, and need not be replaced until they change. */
  let isShown = false;

  const release = async () => {
    const started = Date.now();
    const exposes = JSON.stringify(exposedModules(remote));
    // Read by the configuration, not by webpack.
    if (exposes !== exposed) build = remoteBuilder(remote, configure, dist);
    exposed = exposes;
    const version = await build();
    if (isShown) {
      isShown = false;
      return;
    }
    await publish(target, await openRelease(path.join(dist, version)), privateKey);
    // The origin has it now.
    await rm(dist, { recursive: true });
    await keepNewest(folder);
    say(`${remote.folder} ${version} is published after ${String(Date.now() - started)} ms`);
  };

  const server = await buildOrigin(folder);
  signal.addEventListener('abort', () => void server.close());
  await server.listen({ port: portOf(remote), host: getter(process.env)(SETTINGS.host) });
  const production = tree === undefined ? null : await productionRelease(remote, tree);
  if (production) {
    await publish(target, production, privateKey);
    isShown = true;
    // The page first: the compiler takes seconds of the processor that the others need for it.
    await untilWhole(siteOf(process.env), PATIENCE, signal);
  }
  const list = `${remote.folder}/src/exposes.ts`;
  await againAndAgain(
    release,
    (name) => name === list || inputs.has(name),
    changes(signal),
    problemsOf(remote.folder),
  );
}

/** Milliseconds that a compiler waits for a page that is about to come. */
const PATIENCE = 15_000;

/** The release that `npm run build` made of these sources, if it is there. */
async function productionRelease({ folder }: Remote, tree: string): Promise<BuiltRelease | null> {
  const dist = path.join(tree, folder, 'dist');
  const version = sourceVersion(folder, 'production', tree);
  return isFresh(dist, version) ? openRelease(path.join(dist, version)) : null;
}
