import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { buildStale } from './freshness';
import { repositoryRoot } from '../environment/repository';
import { api, remoteList, type Remote } from '../environment/topology';

const KIT = 'remote-kit';
/** The server of a team's origin as one file: it starts three times with every start of the site. */
export const originProgram = path.join(repositoryRoot, KIT, 'dist/origin.js');

/** Bundles the origins' server, packages and all, when its sources have changed. */
export const buildOrigin = (): Promise<string> =>
  buildStale(path.join(repositoryRoot, KIT), (dist) => buildServer(KIT, ['release/origin.ts'], dist, []));

/** Bundles the API into `dist/main.js`. */
export const buildApi = (): Promise<string> =>
  buildStale(path.join(repositoryRoot, api.folder), (dist) => buildServer(api.folder, ['src/main.ts'], dist));

/**
 * Bundles a server's TypeScript, one file an entry. Packages that are `external` stay in `node_modules`: unless said
 * otherwise, all from the registry.
 */
export async function buildServer(
  folder: string,
  entries: readonly string[],
  output: string,
  external?: string[],
): Promise<void> {
  const directory = path.join(repositoryRoot, folder);
  await build({
    absWorkingDir: directory,
    entryPoints: [...entries],
    entryNames: '[name]',
    outdir: output,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    sourcemap: true,
    // It runs without the remotes' packages.
    define: { BUNDLED_DESCRIPTIONS: JSON.stringify(JSON.stringify(remoteList.map(describe))) },
    external: external ?? (await registryPackages(directory)),
    logLevel: 'warning',
  });
}

/** What a remote's package says of it, as far as servers ask. */
const describe = ({ name, port }: Remote) => ({ remote: name, port });

/** Dependencies but for our own packages, which are TypeScript and have to be bundled. */
async function registryPackages(directory: string): Promise<string[]> {
  const manifest = await readFile(path.join(directory, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  return Object.keys(dependencies).filter((name) => !name.startsWith('@vidlunnia/'));
}
