import type { LoadContext } from '@vidlunnia/contracts';
import { VisuallyHidden } from '@vidlunnia/ui';

/** Proof against spam: a signed token, and a field that only programs find. */
export const Proof = ({ token }: { readonly token: string }) => (
  // Not `display: none`, which programs recognise.
  <VisuallyHidden as="div" aria-hidden>
    <input type="hidden" name="token" value={token} />
    <input name="website" tabIndex={-1} autoComplete="off" title="Залиште порожнім" />
  </VisuallyHidden>
);

/** The page's token; empty when there is none, as in an older shell: submissions without one are stored too. */
export const loadToken = async (_params: object, { api, signal }: LoadContext): Promise<string> =>
  (await api.formToken?.({ signal }).catch(() => '')) ?? '';
