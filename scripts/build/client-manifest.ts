import type { Stats } from 'webpack';
import { contractDeclarations, federationRuntime, sharedVersions } from '@vidlunnia/remote-kit/build';

/** Describes a finished build of the shell as its `client.json`: the page's own files, and what it provides. */
export function createClientManifest(stats: Stats, version: string) {
  const { entrypoints, namedChunkGroups } = stats.toJson({
    all: false,
    entrypoints: true,
    chunkGroups: true,
  });
  const filesOf = (group: string) => namedChunkGroups?.[group]?.assets?.map(({ name }) => name) ?? [];
  const entry = entrypoints?.['shell']?.assets?.map(({ name }) => name) ?? [];
  const later = (group: string) => filesOf(group).filter((name) => !entry.includes(name));
  return {
    version,
    starter: filesOf('starter').join(),
    js: entry.filter((name) => name.endsWith('.js')),
    css: entry.filter((name) => name.endsWith('.css')),
    app: later('app'),
    remotes: later('remotes'),
    declarations: contractDeclarations(),
    shared: { ...sharedVersions(), ...federationRuntime() },
  };
}
