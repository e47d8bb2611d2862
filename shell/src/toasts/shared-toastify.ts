import * as toastify from 'react-toastify/unstyled';

const { toast } = toastify;

/** Errors interrupt a screen reader; the host announces everything else politely. */
const error: typeof toast.error = (content, options) => toast.error(content, { role: 'alert', ...options });

const call = <Data = unknown>(content: toastify.ToastContent<Data>, options?: toastify.ToastOptions<Data>) =>
  toast(content, options);

/**
 * The module that remotes get when they import `react-toastify`: its build without styles. The default build has a
 * separate store, and inserts a style element that the page's Content-Security-Policy forbids.
 */
export const sharedToastify: typeof toastify = { ...toastify, toast: Object.assign(call, toast, { error }) };
