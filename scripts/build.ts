import { interruption } from '../shared/process/interruption';
import { failTask, say } from '../shared/process/say';
import { buildSite } from './build-site';

buildSite(interruption()).then(() => {
  say('Everything is built');
}, failTask);
