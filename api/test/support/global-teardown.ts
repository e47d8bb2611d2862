export { stopDatabases as default } from './global-setup';
