export { loadToken as load } from '../form/load-token';
export { ApplicationForm as default } from './application-form';

export const interactive = true;
