import type { SubmitOptions } from '@vidlunnia/contracts';
import { useRef, useState } from 'react';
import { toast } from 'react-toastify';
import { createIdempotencyKeys } from './idempotency-key';

type SubmissionState = 'idle' | 'sending' | 'failed' | 'sent';

export interface Toasts {
  readonly success: string;
  readonly error: string;
}

/** Duration of a toast, in milliseconds (specification, sections 8 and 9). */
const TOAST_DURATION_MS = 4000;

/**
 * Sends one payload at a time and shows its result in a toast, which the shell's host announces. A request outlives the
 * component: the toast appears even after an unmount.
 */
export function useSubmission(toasts: Toasts, onAccepted: () => void) {
  const [state, setState] = useState<SubmissionState>('idle');
  const [keys] = useState(createIdempotencyKeys);
  // A second press at the same moment happens before the state has changed.
  const sending = useRef(false);

  /** The same `values` sent again after a failure are the same submission, whatever else `send` sends. */
  const submit = async (values: object, send: (options: SubmitOptions) => Promise<void>): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setState('sending');
    try {
      await send({ idempotencyKey: keys.keyFor(values) });
    } catch {
      setState('failed');
      toast.error(toasts.error, { autoClose: TOAST_DURATION_MS });
      return;
    } finally {
      sending.current = false;
    }
    keys.forget();
    setState('sent');
    onAccepted();
    toast.success(toasts.success, { autoClose: TOAST_DURATION_MS });
  };

  return { state, submit };
}
