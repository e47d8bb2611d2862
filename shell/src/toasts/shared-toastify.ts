import * as toastify from 'react-toastify/unstyled';

const { toast } = toastify;

/** Errors interrupt a screen reader; the host announces everything else when it has finished speaking. */
const error: typeof toast.error = (content, options) => toast.error(content, { role: 'alert', ...options });

const call = <Data = unknown>(content: toastify.ToastContent<Data>, options?: toastify.ToastOptions<Data>) =>
  toast(content, options);

/**
 * What remotes get when they import `react-toastify`. It is the build without styles: the other one keeps a store of
 * its own and inserts a style element that the page's Content-Security-Policy forbids.
 */
export const sharedToastify: typeof toastify = { ...toastify, toast: Object.assign(call, toast, { error }) };
