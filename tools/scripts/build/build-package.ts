import path from 'node:path';
import { buildHost, buildServer } from '@vidlunnia/remote-kit/build/build-host';
import { buildRemote } from '@vidlunnia/remote-kit/build/build-remote';
import { replaceBuild } from '@vidlunnia/remote-kit/build/replace-build';
import { checkVersion, isFresh } from '@vidlunnia/remote-kit/build/sources';
import { failTask, say } from '@vidlunnia/remote-kit/process/task';
import { messageOf, repositoryRoot } from '@vidlunnia/settings/machine';
import { api, readRemote, shell } from '@vidlunnia/settings/topology';
import { ORIGIN, siteVersion } from './build-site';

/** Of the shell: bytes after gzip; of fonts, uncompressed. */
const BUDGET = { scripts: 140_000, styles: 8_000, fonts: 36_000 };

/** Builds a package other than a remote into `dist`. */
type Build = (directory: string, dist: string, version: string) => Promise<void>;

const BUILDS: Readonly<Record<string, Build>> = {
  [shell.folder]: (...host) => buildHost(...host, BUDGET),
  [api.folder]: (_, dist) => buildServer(api.folder, ['src/main.ts'], dist),
  // With its packages: it runs where nothing is installed.
  [ORIGIN.folder]: (_, dist) => buildServer(ORIGIN.folder, ['release/origin.ts'], dist, []),
};

/** `npm run build -w PACKAGE`, in that package's folder. `version` is known when the whole site is built. */
async function buildPackage(directory: string, version?: string): Promise<void> {
  const folder = path.relative(repositoryRoot(), directory).split(path.sep).join('/');
  const build = BUILDS[folder];
  if (!build) return buildRemote(readRemote(directory), say, version);
  const started = Date.now();
  const dist = path.join(directory, 'dist');
  const wanted = version ?? siteVersion(directory);
  if (!isFresh(dist, wanted))
    await replaceBuild(dist, wanted, async (unfinished) => {
      await build(directory, unfinished, wanted);
      checkVersion(directory, wanted, siteVersion(directory));
    });
  say(`${folder} ${wanted} built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

const directory = process.cwd();
buildPackage(directory, process.argv[2]).then(
  // esbuild keeps a process running.
  () => process.exit(),
  (error: unknown) =>
    failTask(new Error(`${path.basename(directory)} could not be built\n${messageOf(error)}`)),
);
