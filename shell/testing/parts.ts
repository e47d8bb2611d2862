import { jest } from '@jest/globals';
import type { Api, ModuleId, RemoteModule } from '@vidlunnia/shared/contracts';
import type { LoadPlan } from '../src/remotes/load-plans';
import type { RemoteLoader } from '../src/remotes/remote-loader';

/** A promise that the test settles. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}

export function deferred<Value>(): Deferred<Value> {
  let resolve: Deferred<Value>['resolve'] = () => undefined;
  let reject: Deferred<Value>['reject'] = () => undefined;
  const promise = new Promise<Value>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

const unexpected = (call: string) => () => Promise.reject(new Error(`Unexpected call: ${call}`));

/** An API of which every call that a test does not give is an error. */
export const fakeApi = (calls: Partial<Api> = {}): Api => ({
  services: unexpected('services'),
  posts: unexpected('posts'),
  post: unexpected('post'),
  apply: unexpected('apply'),
  contact: unexpected('contact'),
  ...calls,
});

/** Modules by id: what each attempt at one brings. */
export type Modules = { readonly [Id in ModuleId]?: (plan: LoadPlan) => Promise<RemoteModule<Id>> };

/** A loader of the modules that a test gives; every other one is an error. `asked` tells what was asked for. */
export function fakeLoader(modules: Modules) {
  const asked = jest.fn<(id: ModuleId, plan: LoadPlan) => void>();
  const loader: RemoteLoader = {
    load(id, plan) {
      asked(id, plan);
      const load = modules[id];
      return load ? load(plan) : Promise.reject(new Error(`Unexpected module: ${id}`));
    },
  };
  return { loader, asked };
}
