import type { LoadContext, ModuleData } from '@vidlunnia/contracts';
import { loadHome } from '../load-home';

export { Services as default } from './services';

const loadTexts = loadHome('services');

export async function load(params: object, context: LoadContext): Promise<ModuleData<'home/Services'>> {
  const { api, signal } = context;
  const [services, texts] = await Promise.all([api.services({ signal }), loadTexts(params, context)]);
  return { ...texts, services };
}
