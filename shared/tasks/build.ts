import { buildSite } from './build-site';
import { failTask, say } from '../process/say';

buildSite().then(() => {
  say('Everything is built');
}, failTask);
