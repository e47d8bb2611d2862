export { stopDatabases as default } from './databases-for-all';
