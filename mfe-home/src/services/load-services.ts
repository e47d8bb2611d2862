import type { LoadContext, Service } from '@vidlunnia/shared/contracts';

/** Asks the API for the services; rejects as the API's client does. */
export const loadServices = (_params: object, { api, signal }: LoadContext): Promise<readonly Service[]> =>
  api.services({ signal });
