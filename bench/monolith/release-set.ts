import { exposedModules, remoteList } from '@vidlunnia/remote-kit/build';
import type { RemoteName } from '@vidlunnia/contracts';
import type { ModuleFiles, ReleaseSet } from '@vidlunnia/shell/src/remotes/release-set';
import type { Stats } from 'webpack';

/** Where the shell's server has its own build's files. */
export const BASE = '/assets/';
export const VERSION = '000000000000';

/**
 * The monolith's chunks in the form in which the shell's server takes releases, so that it links them in the
 * document as it does the remotes' files.
 */
export function monolithReleaseSet(client: Stats): ReleaseSet {
  const { namedChunkGroups = {} } = client.toJson({
    all: false,
    chunkGroups: true,
    chunkGroupAuxiliary: false,
  });
  const filesOf = (chunk: string): ModuleFiles => {
    const names = namedChunkGroups[chunk]?.assets?.map(({ name }) => name) ?? [];
    if (names.length === 0) throw new Error(`The monolith’s build has no chunk ${chunk}`);
    return {
      js: names.filter((name) => name.endsWith('.js')),
      css: names.filter((name) => name.endsWith('.css')),
    };
  };
  const releaseOf = (name: RemoteName, modules: Readonly<Record<string, ModuleFiles>>) => ({
    version: VERSION,
    base: BASE,
    container: name,
    // There is no entry: a module's own script takes its place, and is named once.
    entry: BASE + (Object.values(modules)[0]?.js[0] ?? ''),
    modules,
    // Its own webpack asks for its chunks without a hash.
    integrity: Object.fromEntries(
      Object.values(modules).flatMap(({ js, css }) => [...js, ...css].map((file) => [file, ''] as const)),
    ),
  });
  return {
    id: VERSION,
    zones: [],
    remotes: Object.fromEntries(
      remoteList.map((remote) => {
        const { name, bundled } = remote;
        const files = Object.keys(exposedModules(remote)).map(
          (module) => [module, filesOf(bundled ? name : module.toLowerCase())] as const,
        );
        return [name, releaseOf(name, Object.fromEntries(files))];
      }),
    ),
  };
}
