export { loadServices as load } from './load-services';
export { Services as default } from './services';
