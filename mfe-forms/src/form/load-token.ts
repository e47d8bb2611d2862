import type { LoadContext } from '@vidlunnia/contracts';

/** The page's token; empty when there is none, as from an older shell: what comes without one is stored too. */
export const loadToken = async (_params: object, { api, signal }: LoadContext): Promise<string> =>
  (await api.formToken?.({ signal }).catch(() => '')) ?? '';
