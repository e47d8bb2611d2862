import { failTask, interruption, say } from '@vidlunnia/remote-kit/process/task';
import { buildSite } from './build-site';

buildSite(interruption()).then(() => {
  say('Everything is built');
}, failTask);
