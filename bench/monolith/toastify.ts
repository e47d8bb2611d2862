import { sharedToastify } from '@vidlunnia/shell/src/toasts/shared-toastify';

/** What the shell shares with the remotes under the name `react-toastify`, without a federation to share it through. */
export const { toast } = sharedToastify;
