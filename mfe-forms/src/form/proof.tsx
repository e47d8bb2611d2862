import { VisuallyHidden } from '@vidlunnia/ui';

/** Proof against spam: a signed token, and a field that only programs find. */
export const Proof = ({ token }: { readonly token: string }) => (
  // Not `display: none`, which programs recognise.
  <VisuallyHidden as="div" aria-hidden>
    <input type="hidden" name="token" value={token} />
    <input name="website" tabIndex={-1} autoComplete="off" title="Залиште порожнім" />
  </VisuallyHidden>
);
