export { startLocalServer, unreachableOrigin, type LocalServer, type Received } from './local-server';
