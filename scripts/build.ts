import { interruption } from '@vidlunnia/remote-kit/process/interruption';
import { failTask, say } from '@vidlunnia/remote-kit/process/say';
import { buildSite } from './build-site';

buildSite(interruption()).then(() => {
  say('Everything is built');
}, failTask);
