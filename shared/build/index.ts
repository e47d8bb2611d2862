export type { Build, Mode } from './webpack/build';
export { remoteConfig } from './webpack/remote-config';
export { shellConfig } from './webpack/shell-config';
export { repositoryRoot } from './repository';
export { api, remoteList, remotes, shell, type Part, type Remote, type Upstream } from './topology';
