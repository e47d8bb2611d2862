import { buildSite } from './build-site';
import { failTask, say } from './say';

buildSite().then(() => {
  say('Everything is built');
}, failTask);
