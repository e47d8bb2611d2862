import type { LoadContext, ModuleData } from '@vidlunnia/contracts';

export const loadServices = (
  _params: object,
  { api, signal }: LoadContext,
): Promise<ModuleData<'home/Services'>> => api.services({ signal });
