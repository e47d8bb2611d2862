import type { LoadContext } from '@vidlunnia/contracts';

/** The page's token; empty when there is none, as in an older shell: submissions without one are stored too. */
export const loadToken = async (_params: object, { api, signal }: LoadContext): Promise<string> =>
  (await api.formToken?.({ signal }).catch(() => '')) ?? '';
