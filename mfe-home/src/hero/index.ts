import { loadHome } from '../load-home';

export { Hero as default } from './hero';
export const load = loadHome('hero');
