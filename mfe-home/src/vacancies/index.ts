import { loadHome } from '../load-home';

export { Vacancies as default } from './vacancies';
export const load = loadHome('vacancies');

export const interactive = true;
