import { jest } from '@jest/globals';
import type { Api, ModuleId, RemoteModule } from '@vidlunnia/contracts';
import type { PageServices } from '../src/islands/island';
import { IslandStore, Observable, type LifecycleContext } from '../src/islands/lifecycle';
import type { RemoteLoader } from '../src/remotes/release-set';

export type Deferred<Value> = ReturnType<typeof deferred<Value>>;

/** A promise that the test settles. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}

const unexpected = (call: string) => () => Promise.reject(new Error(`Unexpected call: ${call}`));

/** An API with the test's calls; any other call is an error. */
export const fakeApi = (calls: Partial<Api> = {}): Api => ({
  services: unexpected('services'),
  posts: unexpected('posts'),
  post: unexpected('post'),
  apply: unexpected('apply'),
  contact: unexpected('contact'),
  ...calls,
});

/** Modules by id. */
export type Modules = {
  readonly [Id in ModuleId]?: () => Promise<RemoteModule<Id>>;
};

/** A loader of the test's modules; any other is an error. `requested` records the requests. */
export function fakeLoader(modules: Modules) {
  const requested = jest.fn<(id: ModuleId) => void>();
  const loader: RemoteLoader = {
    async load(id) {
      requested(id);
      const load = modules[id];
      if (!load) throw new Error(`Unexpected module: ${id}`);
      return { module: await load(), version: 'aaaaaaaaaaaa' };
    },
  };
  return { loader, requested };
}

type Note = LifecycleContext['note'];

/** Services for islands of a page that the browser renders; `requested` records the requested modules. */
export function fakeServices(
  modules: Modules,
  { calls, log }: { calls?: Partial<Api>; log?: (...failure: Parameters<Note>) => void } = {},
) {
  const api = fakeApi(calls);
  const { loader, requested } = fakeLoader(modules);
  const note: Note = (id, stage, error) => {
    log?.(id, stage, error);
    return { id, stage, reason: String(error) };
  };
  const services: PageServices = {
    mode: { kind: 'tree' },
    store: new IslandStore({ loader, api, dataDeadline: 5_000, note }),
    api,
    submission: null,
    contactChoice: new Observable({}),
  };
  return { services, requested };
}
