import type { SubmitOptions } from '@vidlunnia/shared/contracts';
import { useRef, useState } from 'react';
import { createIdempotencyKeys } from './idempotency-key';
import type { Notices } from './notices';
import { notifyError, notifySuccess } from './notify';

export type Send<Payload> = (payload: Payload, options: SubmitOptions) => Promise<void>;

export type SubmissionState = 'idle' | 'sending' | 'failed';

/**
 * Sends one payload at a time and tells its outcome by a toast. A request outlives the component: when that is
 * unmounted meanwhile, the toast still appears.
 */
export function useSubmission<Payload>(send: Send<Payload>, notices: Notices) {
  const [state, setState] = useState<SubmissionState>('idle');
  const [keys] = useState(createIdempotencyKeys);
  // A second press in the same moment comes before the state has changed.
  const sending = useRef(false);

  const submit = async (payload: Payload, onAccepted: () => void): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setState('sending');
    try {
      await send(payload, { idempotencyKey: keys.keyFor(payload) });
    } catch {
      setState('failed');
      notifyError(notices.error);
      return;
    } finally {
      sending.current = false;
    }
    keys.forget();
    setState('idle');
    onAccepted();
    notifySuccess(notices.success);
  };

  return { state, submit };
}
