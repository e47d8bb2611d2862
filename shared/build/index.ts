export type { Build, Mode } from './webpack/build';
export { createClientManifest } from './client-manifest';
export { exposedModules } from './exposed-modules';
export { isFresh, markFresh } from './freshness';
export { writeJson } from './json-file';
export { precompress } from './precompress';
export { runWebpack } from './run-webpack';
export { sourceVersion } from './source-version';
export { remoteConfig } from './webpack/remote-config';
export { shellConfig } from './webpack/shell-config';
export { repositoryRoot } from '../environment/repository';
export {
  api,
  remoteList,
  remotes,
  shell,
  type Package,
  type Remote,
  type Upstream,
} from '../environment/topology';
