export { loadToken as load } from '../form/proof';
export { ContactForm as default } from './contact-form';

export const interactive = true;
