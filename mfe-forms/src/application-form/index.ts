export { ApplicationForm as default } from './application-form';

export const interactive = true;
