import type { ContactMessage, SubmitOptions } from '@vidlunnia/contracts';
import { useRef, useState } from 'react';
import { toast } from 'react-toastify';
import { createIdempotencyKeys } from './idempotency-key';

type Send<Payload> = (payload: Payload, options: SubmitOptions) => Promise<void>;

/** Proof that a person made the submission. */
type Proof = Pick<ContactMessage, 'token' | 'website'>;

type SubmissionState = 'idle' | 'sending' | 'failed' | 'sent';

export interface Toasts {
  readonly success: string;
  readonly error: string;
}

/** Duration of a toast, in milliseconds (specification, sections 8 and 9). */
const TOAST_DURATION = 4000;

/**
 * Sends one payload at a time and shows its result in a toast, which the shell's host announces. A request outlives the
 * component: the toast appears even after an unmount.
 */
export function useSubmission<Payload extends object>(send: Send<Payload>, toasts: Toasts) {
  const [state, setState] = useState<SubmissionState>('idle');
  const [keys] = useState(createIdempotencyKeys);
  // A second press at the same moment happens before the state has changed.
  const sending = useRef(false);

  // The proof is not one of the values: the same values with another token are the same submission.
  const submit = async (
    payload: Payload,
    proof: Proof | undefined,
    onAccepted: () => void,
  ): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setState('sending');
    try {
      await send({ ...payload, ...proof }, { idempotencyKey: keys.keyFor(payload) });
    } catch {
      setState('failed');
      toast.error(toasts.error, { autoClose: TOAST_DURATION });
      return;
    } finally {
      sending.current = false;
    }
    keys.forget();
    setState('sent');
    onAccepted();
    toast.success(toasts.success, { autoClose: TOAST_DURATION });
  };

  return { state, submit };
}
