export { startLocalServer, unreachableOrigin, type LocalServer } from './local-server';
