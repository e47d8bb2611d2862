export { Reasons as default } from './reasons';
