export { HOSTILE_VECTORS } from './hostile-vectors';
export { startLocalServer, unreachableOrigin, type LocalServer } from './local-server';
