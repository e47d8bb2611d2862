import { toast } from 'react-toastify';
import { NOTICE_DURATION } from './notices';

// The host of the toasts owns how each kind is announced.

export const notifySuccess = (text: string): void => {
  toast.success(text, { autoClose: NOTICE_DURATION });
};

export const notifyError = (text: string): void => {
  toast.error(text, { autoClose: NOTICE_DURATION });
};
