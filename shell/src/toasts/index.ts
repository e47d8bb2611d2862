export { sharedToastify } from './shared-toastify';
export { mountToastHost } from './toast-host';
