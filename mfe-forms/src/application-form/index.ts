export { ApplicationForm as default } from './application-form';
