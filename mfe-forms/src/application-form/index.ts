export { loadToken as load } from '../form/submission-form';
export { ApplicationForm as default } from './application-form';

export const interactive = true;
