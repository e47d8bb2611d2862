export { loadToken as load } from '../form/proof';
export { ApplicationForm as default } from './application-form';

export const interactive = true;
