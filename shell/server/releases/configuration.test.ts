import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import { startLocalServer } from '@vidlunnia/http/testing';
import { formatRemoteList, type RemoteList } from '@vidlunnia/releases/remote-list';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import { remotes, type Remote } from '@vidlunnia/settings/topology';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { startTeams } from '../../testing/site';
import { openConfiguration, type Teams } from './configuration';

let dataDir = '';
const log = { info: jest.fn(), warn: jest.fn<(message: string) => void>() };
beforeEach(() => {
  dataDir = temporaryFolder();
  log.warn.mockClear();
});

/** Reads until a change is in force. */
const readAll = async ({ read }: { readonly read: () => Promise<unknown> }) => {
  for (let times = 0; times < 3; times += 1) await read();
};

describe('the operator’s list', () => {
  const [KEY, NEXT_KEY] = [makeKeyPair().publicKey, makeKeyPair().publicKey];
  const listOf = (name: string, key = KEY): RemoteList => {
    // The contract itself places its remotes.
    const zones: RemoteList['remotes'][number]['zones'] =
      name === 'blog' ? [] : [{ module: 'Openings', page: 'home', after: 'team' }];
    return { remotes: [{ name, origin: `https://${name}.example`, publicKeys: [key], zones }] };
  };
  const fileOf = (name: string) => path.join(dataDir, name);
  const put = (content: RemoteList | string, file = 'list.json') =>
    writeFile(fileOf(file), typeof content === 'string' ? content : formatRemoteList(content));
  const open = async (needed: readonly Remote[] = [], teams: Teams = {}) => {
    const remotesFile = { file: fileOf('list.json'), needed };
    return openConfiguration({ teams, remotesFile, apiOrigin: 'http://127.0.0.1:1', dataDir }, log);
  };
  const inForce = ({ current, listProblem }: Awaited<ReturnType<typeof open>>) => [
    Object.keys(current().teams),
    listProblem(),
  ];

  test('adds teams and zones; another list replaces it, also in a volume that swaps all files, like a ConfigMap', async () => {
    const project = async (generation: string, list: RemoteList) => {
      await mkdir(fileOf(generation));
      await put(list, `${generation}/list.json`);
      await symlink(generation, fileOf('..data_tmp'));
      await rename(fileOf('..data_tmp'), fileOf('..data'));
    };
    await project('..first', listOf('outside'));
    await symlink('..data/list.json', fileOf('list.json'));
    const configuration = await open();
    const outside = { remote: { name: 'outside' }, origin: 'https://outside.example', publicKeys: [KEY] };
    expect(configuration.current()).toMatchObject({
      teams: { outside },
      zones: [{ id: 'outside/zone/Openings', page: 'home', after: 'team' }],
    });
    await project('..second', listOf('prices', NEXT_KEY));
    await readAll(configuration);
    expect(inForce(configuration)).toEqual([['prices'], null]);
    expect(configuration.current().teams['prices']?.publicKeys).toEqual([NEXT_KEY]);
  });

  test.each<readonly [string, () => Promise<void>, RegExp]>([
    ['gone', () => rm(fileOf('list.json')), /^it is not there$/],
    ['no list', () => put('{}'), /remotes is missing; it has to be a list/],
  ])(
    'that is %s leaves the last list in force, is reported and logged once, and is applied after a fix',
    async (_, harm, reason) => {
      await put(listOf('outside'));
      const configuration = await open();
      await harm();
      for (let times = 0; times < 2; times += 1) await readAll(configuration);
      expect(inForce(configuration)).toEqual([['outside'], expect.stringMatching(reason)]);
      expect(log.warn).toHaveBeenCalledTimes(1);
      // Also after a restart.
      expect(inForce(await open())[0]).toEqual(['outside']);
      await put(listOf('prices'));
      await readAll(configuration);
      expect(inForce(configuration)).toEqual([['prices'], null]);
    },
  );

  test('is not reported while it is half written', async () => {
    await put(listOf('outside'));
    const configuration = await open();
    await put(String(formatRemoteList(listOf('prices'))).slice(0, 40));
    await configuration.read();
    await configuration.read();
    await put(listOf('prices'));
    await readAll(configuration);
    expect([inForce(configuration)[0], log.warn.mock.calls]).toEqual([['prices'], []]);
  });

  test('is ignored with a warning when its stored copy cannot be used', async () => {
    await put('{"list":"e30=","signature":""}', 'remotes.json');
    expect(inForce(await open())[0]).toEqual([]);
    expect(log.warn.mock.calls[0]?.[0]).toMatch(/remotes\.json cannot be used: .*remotes is missing/);
  });

  test('must name remotes of the contract without a key variable, with their keys', async () => {
    const problem = 'it does not name blog, and MFE_BLOG_PUBLIC_KEY is not set either';
    await put(listOf('outside'));
    await expect(open([remotes.blog])).rejects.toThrow(
      `The environment is not right:\n- MFE_BLOG_PUBLIC_KEY is not set, and no list names blog: ${fileOf('list.json')} is rejected, because ${problem}`,
    );
    await put(listOf('blog'));
    const known = { blog: { remote: remotes.blog, origin: 'http://127.0.0.1:3002', publicKeys: [] } };
    const configuration = await open([remotes.blog], known);
    expect(configuration.current().teams['blog']?.publicKeys).toEqual([KEY]);
    await put(listOf('outside'));
    await readAll(configuration);
    expect(inForce(configuration)).toEqual([['blog'], problem]);
    // Also after a restart.
    expect(inForce(await open([remotes.blog]))[0]).toEqual(['blog']);
  });
});

describe('the owner’s details', () => {
  /** An API whose telephone changes; responds with 404 while there is none. */
  async function startApi(firstPhone: string) {
    const state = { phone: firstPhone, version: null as string | null };
    const server = await startLocalServer((_, response) => {
      const owner = { ...OWNER, contact: { ...OWNER.contact, phone: state.phone } };
      if (state.phone === '') response.statusCode = 404;
      response.end(JSON.stringify({ version: state.version, owner }));
    });
    return { state, ...server };
  }
  const openWith = (apiOrigin: string) =>
    openConfiguration({ teams: {}, remotesFile: undefined, apiOrigin, dataDir }, log);

  test('follow the API without a restart, in a new set with its own worker', async () => {
    const api = await startApi('+380 1');
    const { open, renderers } = await startTeams();
    const site = await open({ apiOrigin: api.origin });
    const phone = () => site.live().releaseSet.owner.contact.phone;
    const { id } = site.live().releaseSet;
    expect([phone(), renderers[0]?.releaseSet.owner.contact.phone]).toEqual(['+380 1', '+380 1']);
    api.state.phone = '+380 2';
    while (renderers[0]?.stop.mock.calls.length === 0) await api.untilAsked('/api/content');
    expect(phone()).toBe('+380 2');
    expect(site.live().releaseSet.id).not.toBe(id);
    expect(renderers).toHaveLength(2);
  });

  test('come from the build, then from the last valid copy, when the shell starts without the API; invalid ones change nothing and are logged once', async () => {
    const api = await startApi('дзвоніть');
    expect((await openWith(api.origin)).current().owner).toEqual(OWNER);
    api.state.phone = '+380 3';
    await openWith(api.origin);
    api.state.phone = '';
    const configuration = await openWith(api.origin);
    const { current, listProblem } = configuration;
    expect([current().owner.contact.phone, listProblem()]).toEqual(['+380 3', undefined]);
    log.warn.mockClear();
    api.state.phone = 'дзвоніть';
    await readAll(configuration);
    expect(current().owner.contact.phone).toBe('+380 3');
    expect(log.warn.mock.calls).toEqual([[expect.stringMatching(/owner’s details: .*phone/)]]);
  });

  test('bring a new version of the content into force at the third read, because pages share former responses', async () => {
    const api = await startApi('+380 4');
    const { read, contentVersion } = await openWith(api.origin);
    api.state.version = 'bbbbbbbbbbbb';
    for (const expected of [null, null, 'bbbbbbbbbbbb']) {
      await read();
      expect(contentVersion()).toBe(expected);
    }
  });
});
