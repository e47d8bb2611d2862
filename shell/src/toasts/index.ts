export { provideToastHost } from './late-toast-host';
export { sharedToastify } from './shared-toastify';
export { ToastHost } from './toast-host';
