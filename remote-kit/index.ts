export type { Build } from './build/webpack/base-config';
export { remoteConfig } from './build/webpack/remote-config';
