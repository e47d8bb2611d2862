export type { Build } from './build/webpack/build';
export { remoteConfig } from './build/webpack/remote-config';
