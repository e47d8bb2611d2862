import { loadHome } from '../load-home';

export { Reasons as default } from './reasons';
export const load = loadHome('reasons');
