import { loadHome } from '../load-home';

export { Team as default } from './team';
export const load = loadHome('team');
