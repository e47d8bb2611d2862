export { Vacancies as default } from './vacancies';
