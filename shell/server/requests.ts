import { FORM_ACTIONS, SERVICE_NAMES, SERVICE_PARAMETER, type FormName } from '@vidlunnia/contracts';
import { checkedServices } from '@vidlunnia/contracts/answers';
import type { PageRequest } from '@vidlunnia/engine';
import { api } from '@vidlunnia/settings/topology';
import { LRUCache } from 'lru-cache';
import type { PageInput } from '../src/islands/props';
import { pageAt, SENT_PARAMETER, serviceIn } from '../src/pages';

/** Reads the pages of requests. Only the home page has a query; other parameters are ignored, so caches are bounded. */
export function requestReader(apiOrigin: string) {
  const isService = serviceCheck(apiOrigin);
  return async (url: string): Promise<PageRequest | { readonly redirect: string }> => {
    // Not by `new URL`, which reads text after `//` as a host, and throws without one.
    const [pathname = '/', query = ''] = url.split('?', 2);
    const page = pageAt(pathname);
    if (page.kind !== 'home') return { page };
    const form = new URLSearchParams(query).get(SENT_PARAMETER) ?? '';
    if (isForm(form)) return { page, input: sent(form), variant: form };
    const service = serviceIn(query);
    if (service === '') return { page };
    // Redirect an unknown service, so that made-up names get no pages of their own.
    if (!(await isService(service))) return { redirect: withoutService(url) };
    return { page, input: { service } satisfies PageInput, variant: ` ${service}` };
  };
}

const isForm = (name: string): name is FormName => Object.hasOwn(FORM_ACTIONS, name);

/** Input of the page after an accepted form. */
export const sent = (form: FormName): PageInput => ({ submission: { form, accepted: true, values: {} } });

/** The rest of the query stays: analytics read the campaign of a visit from it. */
function withoutService(url: string): string {
  const [address = '', ...query] = url.split('?');
  const rest = new URLSearchParams(query.join('?'));
  rest.delete(SERVICE_PARAMETER);
  return rest.size > 0 ? `${address}?${String(rest)}` : address;
}

/** Deadline of the API's response. */
const SERVICES_DEADLINE_MS = 2_000;
/** How long the response is reused. */
const SERVICES_FRESH_MS = 5_000;

/** Checks a service's name. Known services are those of the contact form and of the API's last response. */
function serviceCheck(apiOrigin: string): (name: string) => Promise<boolean> {
  const titles = new LRUCache<string, readonly string[]>({
    max: 1,
    ttl: SERVICES_FRESH_MS,
    perf: Date,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (address) => {
      const response = await fetch(address, { signal: AbortSignal.timeout(SERVICES_DEADLINE_MS) });
      return checkedServices(await response.json(), () => undefined).map(({ title }) => title);
    },
  });
  return async (name) => {
    if (Object.hasOwn(SERVICE_NAMES, name)) return true;
    const known = await titles.fetch(`${apiOrigin}${api.prefix}/services`).catch(() => undefined);
    return known?.includes(name) ?? false;
  };
}
