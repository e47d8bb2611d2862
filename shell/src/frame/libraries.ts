import { reactLibraries } from '@vidlunnia/engine/libraries';
import * as toastify from 'react-toastify/unstyled';

export { mountToastHost } from '../toasts/toast-host';

const { toast } = toastify;

/** Errors interrupt a screen reader; the host announces everything else politely. */
const error: typeof toast.error = (content, options) => toast.error(content, { role: 'alert', ...options });

/**
 * The module that remotes get when they import `react-toastify`: its build without styles. The default build has a
 * separate store, and inserts a style element that the page's Content-Security-Policy forbids.
 */
const sharedToastify: typeof toastify = {
  ...toastify,
  toast: Object.assign(toast.bind(undefined), toast, { error }),
};

/** The packages that exist once on a page: remotes get these instead of their own. */
export const libraries = { ...reactLibraries, 'react-toastify': sharedToastify };
