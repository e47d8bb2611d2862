import { beforeEach, expect, jest, test } from '@jest/globals';
import { sampleRemoteRelease } from '../../testing/release-set';
import { createReleaseLoad } from './release-host';

const RELEASE = sampleRemoteRelease('blog', 'aaaaaaaaaaaa');
const NEXT = sampleRemoteRelease('blog', 'bbbbbbbbbbbb');
const registerRemotes = jest.fn();
const loadRemote = jest.fn<(id: string) => Promise<unknown>>();

beforeEach(() => {
  jest.resetAllMocks();
  loadRemote.mockImplementation((id) => Promise.resolve({ id }));
});

const createLoad = () =>
  createReleaseLoad({
    registerRemotes,
    // The runtime's own signature promises whatever type its caller names.
    loadRemote: async <Module>(id: string) => (await loadRemote(id)) as Module,
  });
const registered = () => registerRemotes.mock.calls.flat(2);

test('a module is loaded from its release’s container, which is registered with its entry', async () => {
  expect(await createLoad()(RELEASE, 'Post')).toEqual({ id: 'blog_aaaaaaaaaaaa/Post' });
  const entry = '/remotes/blog/aaaaaaaaaaaa/client/remoteEntry.js';
  expect(registered()).toEqual([{ name: 'blog_aaaaaaaaaaaa', entry, type: 'global' }]);
});

test('a container is registered once for all of its modules', async () => {
  const load = createLoad();
  await Promise.all([load(RELEASE, 'Post'), load(RELEASE, 'Teaser')]);
  await load(RELEASE, 'Post');
  expect(registerRemotes).toHaveBeenCalledTimes(1);
});

test('another release has a container of its own beside it', async () => {
  const load = createLoad();
  await load(RELEASE, 'Post');
  expect(await load(NEXT, 'Post')).toEqual({ id: 'blog_bbbbbbbbbbbb/Post' });
  expect(registered()).toEqual([
    expect.objectContaining({ name: 'blog_aaaaaaaaaaaa' }),
    expect.objectContaining({ name: 'blog_bbbbbbbbbbbb' }),
  ]);
});

test('a container that could not be registered is registered when it is asked for again', async () => {
  registerRemotes.mockImplementationOnce(() => {
    throw new Error('no');
  });
  const load = createLoad();
  await expect(load(RELEASE, 'Post')).rejects.toThrow('no');
  await load(RELEASE, 'Post');
  expect(registerRemotes).toHaveBeenCalledTimes(2);
});
