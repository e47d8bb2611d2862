import type { SubmitOptions } from '@vidlunnia/contracts';
import { useRef, useState } from 'react';
import { toast } from 'react-toastify';

type SubmissionState = 'idle' | 'sending' | 'failed' | 'sent';

export interface Toasts {
  readonly success: string;
  readonly error: string;
}

/** Duration of a toast, in milliseconds (specification, sections 8 and 9). */
const TOAST_DURATION_MS = 4000;

/**
 * Sends one submission at a time and shows its result in a toast, which the shell's host announces. A request outlives
 * the component: the toast appears even after an unmount. The same `values` sent again after a failure have the same
 * idempotency key, whatever else `send` sends.
 */
export function useSubmission(toasts: Toasts, onAccepted: () => void) {
  const [state, setState] = useState<SubmissionState>('idle');
  // A second press at the same moment happens before the state has changed.
  const isSending = useRef(false);
  const last = useRef({ values: '', key: '' });

  const submit = async (values: object, send: (options: SubmitOptions) => Promise<void>): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setState('sending');
    const text = JSON.stringify(values);
    if (text !== last.current.values) last.current = { values: text, key: randomKey() };
    try {
      await send({ idempotencyKey: last.current.key });
    } catch {
      setState('failed');
      toast.error(toasts.error, { autoClose: TOAST_DURATION_MS });
      return;
    } finally {
      isSending.current = false;
    }
    last.current.values = '';
    setState('sent');
    onAccepted();
    toast.success(toasts.success, { autoClose: TOAST_DURATION_MS });
  };

  return { state, submit };
}

/** 128 random bits. `crypto.randomUUID` is missing on a site that is opened at a LAN address over plain HTTP. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
