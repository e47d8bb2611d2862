import { loadHome } from '../load-home';

export { Contact as default } from './contact';
export const load = loadHome('contact');
