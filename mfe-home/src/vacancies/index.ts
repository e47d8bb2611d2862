export { Vacancies as default } from './vacancies';

export const interactive = true;
