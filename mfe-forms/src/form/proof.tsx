import type { Api } from '@vidlunnia/contracts';
import { VisuallyHidden } from '@vidlunnia/ui';
import { useRef } from 'react';
import { useFirstFocus } from './early-input';

interface ProofProps {
  readonly api: Api;
  /** The page's token, shared by all visitors of a cached page. */
  readonly token: string | null;
}

/**
 * Proof against spam: a signed token, and a field that only programs find. When a visitor starts, a script requests a
 * new token, since that of a cached page does not tell when this visitor got it; until then the page's is used.
 */
export function Proof({ api, token }: ProofProps) {
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field, () => {
    api.formToken?.().then(
      (own) => {
        if (field.current) field.current.value = own;
      },
      () => undefined,
    );
  });
  return (
    // Not `display: none`, which programs recognise.
    <VisuallyHidden as="div" aria-hidden>
      <input ref={field} type="hidden" name="token" defaultValue={token ?? ''} />
      <input name="website" tabIndex={-1} autoComplete="off" title="Залиште порожнім" />
    </VisuallyHidden>
  );
}
