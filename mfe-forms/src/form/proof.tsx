import type { Api } from '@vidlunnia/contracts';
import { VisuallyHidden } from '@vidlunnia/ui';
import { useRef } from 'react';
import { useFirstFocus } from './early-input';

interface ProofProps {
  readonly api: Api;
  /** The page's token: one for all who got the page. */
  readonly token: string | null;
}

/**
 * What tells people from programs: a signed token, and a field that only programs find. When a visitor begins, a script
 * asks for a token of their own, since that of a cached page does not say when they got it; as long as none comes, the
 * page's stays.
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
    // Not `display: none`, which programs know to leave alone.
    <VisuallyHidden as="div" aria-hidden>
      <input ref={field} type="hidden" name="token" defaultValue={token ?? ''} />
      <input name="website" tabIndex={-1} autoComplete="off" title="Залиште порожнім" />
    </VisuallyHidden>
  );
}
