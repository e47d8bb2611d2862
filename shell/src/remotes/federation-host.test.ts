import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sampleRemoteRelease } from '../../testing/release-set';
import type { LoadExposed } from './federation';
import type { hostFederation } from './federation-host';
import type { RemoteRelease } from './release-set';

// The real runtime with the real hook; jsdom loads no scripts, so the test replaces the network.
Object.assign(globalThis, { __SHARED_VERSIONS__: { react: '19.3.1' } });

let create: typeof hostFederation;
let loadExposed: LoadExposed;
let release: RemoteRelease;
let number = 0;

beforeAll(async () => {
  ({ hostFederation: create } = await import('./federation-host'));
});
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  loadExposed = create();
  number += 1;
  release = sampleRemoteRelease('blog', String(number).padStart(12, '0'));
});
afterEach(() => {
  document.head.replaceChildren();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const scripts = () =>
  [...document.querySelectorAll('script')].map(({ src }) => src.replace(window.location.origin, ''));
const settle = () => jest.advanceTimersByTimeAsync(0);
const answer = async (event: 'load' | 'error') => {
  for (const script of document.querySelectorAll('script')) script.dispatchEvent(new Event(event));
  await settle();
};
const deliver = (module: object) => {
  Object.assign(globalThis, {
    [release.container]: { init: () => undefined, get: () => Promise.resolve(() => module) },
  });
};
const load = () => loadExposed(release, 'Post');

describe('a remote’s entry', () => {
  test('is requested at its own address, checked by its hash, as a classic script that does not block', async () => {
    const loading = load();
    await settle();
    expect(scripts()).toEqual([release.entry]);
    const integrity = release.integrity['client/remoteEntry.js'];
    expect(document.querySelector('script')).toMatchObject({
      async: true,
      type: '',
      crossOrigin: null,
      integrity,
    });
    deliver({ default: 1 });
    await answer('load');
    expect(await loading).toEqual({ default: 1 });
  });

  test('without a hash is not requested', async () => {
    release = { ...release, integrity: {} };
    await expect(load()).rejects.toThrow('has no hash in its release');
    expect(scripts()).toEqual([]);
  });

  test('that failed is requested again at a new address, and then works', async () => {
    const failed = load().catch((error: unknown) => error);
    await settle();
    await answer('error');
    expect(await failed).toBeInstanceOf(Error);

    const again = load();
    await settle();
    expect(scripts().at(-1)).toBe(`${release.entry}?attempt=1`);
    expect([...document.scripts].at(-1)?.integrity).toBe(release.integrity['client/remoteEntry.js']);
    deliver({ default: 2 });
    await answer('load');
    expect(await again).toEqual({ default: 2 });
  });

  test('that hangs is aborted after 3 s, and requested again at a new address', async () => {
    const hung = load().catch((error: unknown) => error);
    await settle();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(await hung).toBeInstanceOf(Error);
    void load().catch(() => undefined);
    await settle();
    expect(scripts().at(-1)).toBe(`${release.entry}?attempt=1`);
  });
});

test('the runtime’s core is where remotes expect it', () => {
  expect(globalThis).toHaveProperty('_FEDERATION_RUNTIME_CORE.ModuleFederation', expect.any(Function));
});
