export { sharedToastify } from './shared-toastify';
export { ToastHost } from './toast-host';
