import type { SubmitOptions } from '@vidlunnia/contracts';
import { useRef, useState } from 'react';
import { toast } from 'react-toastify';

/** Texts of the toasts. */
export type Toasts = Readonly<Record<'success' | 'error', string>>;

/**
 * Sends one submission at a time, and shows its result in a toast, even after an unmount. A retry with the same
 * `content` has the same idempotency key.
 */
export function useSubmission(toasts: Toasts, onAccepted: () => void) {
  const [state, setState] = useState<'idle' | 'sending' | 'failed' | 'sent'>('idle');
  // A ref, because a second press may come before the state has changed.
  const isSending = useRef(false);
  const last = useRef<{ readonly content: string; readonly key: string }>(null);

  const submit = async (content: string, send: (options: SubmitOptions) => Promise<void>): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setState('sending');
    if (content !== last.current?.content) last.current = { content, key: randomKey() };
    try {
      await send({ idempotencyKey: last.current.key });
    } catch {
      setState('failed');
      toast.error(toasts.error);
      return;
    } finally {
      isSending.current = false;
    }
    last.current = null;
    setState('sent');
    onAccepted();
    toast.success(toasts.success);
  };

  return { state, submit };
}

/** 128 random bits. Not `crypto.randomUUID`, which is missing over plain HTTP, for example at a LAN address. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
