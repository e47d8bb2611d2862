import { jest } from '@jest/globals';
import { PageSlots, type PageServices } from '../page/islands/island';
import { IslandStore, type LifecycleContext } from '../page/islands/lifecycle';
import type { RemoteLoader } from '../page/remotes/release-set';
import type { RemoteModule, Site } from '../site';

export type Deferred<Value> = ReturnType<typeof deferred<Value>>;

/** A promise that the test settles. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}

/** Modules by id. */
export type Modules = Readonly<Record<string, () => Promise<RemoteModule>>>;

/** A loader of the test's modules; any other is an error. It records the requests. */
export const fakeLoader = (modules: Modules) =>
  jest.fn<RemoteLoader>(async (id) => {
    const load = modules[id];
    if (!load) throw new Error(`Unexpected module: ${id}`);
    return { module: await load(), version: 'aaaaaaaaaaaa' };
  });

interface Arrangement {
  readonly site: Site;
  readonly modules?: Modules;
  readonly api?: object;
  readonly note?: LifecycleContext['note'];
}

/** Services for islands of a page that the browser renders; `requested` has the ids of the requested modules. */
export function fakeServices({ site, modules = {}, api = {}, note = noted }: Arrangement) {
  const load = fakeLoader(modules);
  const services: PageServices = {
    site,
    mode: { kind: 'tree' },
    store: new IslandStore(site, { load, api, dataDeadline: 5_000, note }),
    api,
    input: null,
    slots: new PageSlots(site.slotsOf?.(null) ?? {}),
  };
  return { services, requested: () => load.mock.calls.map(([id]) => id) };
}

const noted: LifecycleContext['note'] = (id, stage, error) => ({ id, stage, reason: String(error) });
