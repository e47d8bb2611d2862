import { loadHome } from '../load-home';

export { About as default } from './about';
export const load = loadHome('about');
