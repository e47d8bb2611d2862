import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { formatRemoteList, type RemoteList } from '@vidlunnia/releases/remote-list';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import { remoteNamed, type Remote } from '@vidlunnia/settings/topology';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import type { FactsSource } from '../../site';
import { FACTS, type BakeryFacts } from '../../testing/bakery/pages';
import { bakeryServer } from '../../testing/bakery/server';
import { startTeams } from '../../testing/bakery/start';
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
  const news = remoteNamed('news', 3002);
  const known = { news: { remote: news, origin: 'http://127.0.0.1:3002', publicKeys: [] } };
  const listOf = (name: string, key = KEY): RemoteList => {
    // The contract itself places its remotes.
    const zones: RemoteList['remotes'][number]['zones'] =
      name === 'news' ? [] : [{ module: 'Openings', page: 'shop', after: 'window' }];
    return { remotes: [{ name, origin: `https://${name}.example`, publicKeys: [key], zones }] };
  };
  const fileOf = (name: string) => path.join(dataDir, name);
  const put = (content: RemoteList | string, file = 'list.json') =>
    writeFile(fileOf(file), typeof content === 'string' ? content : formatRemoteList(content));
  const open = async (needed: readonly Remote[] = [], teams: Teams = {}) => {
    const remotesFile = { file: fileOf('list.json'), needed };
    return openConfiguration({ ...bakeryServer(), teams, remotesFile, dataDir }, log);
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
      zones: [{ id: 'outside/zone/Openings', page: 'shop', after: 'window' }],
    });
    await project('..second', listOf('prices', NEXT_KEY));
    await readAll(configuration);
    expect(inForce(configuration)).toEqual([['prices'], null]);
    expect(configuration.current().teams['prices']?.publicKeys).toEqual([NEXT_KEY]);
  });

  test.each<readonly [string, () => Promise<void>, RegExp]>([
    ['gone', () => rm(fileOf('list.json')), /^it is not there$/],
    ['no list', () => put('{}'), /remotes is missing; expected required property/],
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

  test.each([
    [
      'zones for a remote of the contract',
      'news',
      {},
      'news is a remote of the contract, so it has no zones',
    ],
    [
      'a zone behind no section',
      'prices',
      { after: 'nothing' },
      'prices/Openings follows “nothing” on the page “shop”; the sections are window on “shop”, ',
    ],
    [
      'a zone on another page',
      'prices',
      { page: 'story' },
      'prices/Openings follows “window” on the page “story”; the',
    ],
  ])('is not in force with %s', async (_, name, place, problem) => {
    const zones = [{ module: 'Openings', page: 'shop', after: 'window', ...place }];
    await put({ remotes: [{ name, origin: `https://${name}.example`, publicKeys: [KEY], zones }] });
    const configuration = await open([], known);
    await configuration.read();
    expect(inForce(configuration)).toEqual([['news'], expect.stringContaining(problem)]);
  });

  test('must name remotes of the contract without a key variable, with their keys', async () => {
    const problem = 'it does not name news, and MFE_NEWS_PUBLIC_KEY is not set either';
    await put(listOf('outside'));
    await expect(open([news])).rejects.toThrow(
      `The environment is not right:\n- MFE_NEWS_PUBLIC_KEY is not set, and no list names news: ${fileOf('list.json')} is rejected, because ${problem}`,
    );
    await put(listOf('news'));
    const configuration = await open([news], known);
    expect(configuration.current().teams['news']?.publicKeys).toEqual([KEY]);
    await put(listOf('outside'));
    await readAll(configuration);
    expect(inForce(configuration)).toEqual([['news'], problem]);
    // Also after a restart.
    expect(inForce(await open([news]))[0]).toEqual(['news']);
  });
});

describe('the facts', () => {
  /** A source of facts that the test changes. */
  const startSource = (phone: string | null) => {
    const state = { phone, version: null as string | null };
    const load = jest.fn(() => {
      const { phone, version } = state;
      return Promise.resolve(phone === null ? null : { version, facts: { phone } });
    });
    const check = (loaded: unknown) => {
      const { phone } = loaded as BakeryFacts;
      if (/\D/.test(phone)) throw new Error('phone has to be a number');
      return { phone };
    };
    return { state, load, check };
  };
  const openWith = (source: Partial<FactsSource>) =>
    openConfiguration({ ...bakeryServer(source), teams: {}, remotesFile: undefined, dataDir }, log);

  test('follow their source without a restart, in a new set with its own worker', async () => {
    const { state, ...source } = startSource('1');
    const { open, renderers } = await startTeams();
    const engine = await open({ facts: source });
    const { id, facts } = engine.live().releaseSet;
    expect([facts, renderers[0]?.releaseSet.facts]).toEqual([{ phone: '1' }, { phone: '1' }]);
    state.phone = '2';
    while (renderers[0]?.stop.mock.calls.length === 0) await pause(5);
    expect(engine.live().releaseSet.facts).toEqual({ phone: '2' });
    expect(engine.live().releaseSet.id).not.toBe(id);
    expect(renderers).toHaveLength(2);
  });

  test('come from the build, then from the last valid copy, when the server starts without their source; invalid ones change nothing and are logged once', async () => {
    const { state, ...source } = startSource('call');
    expect((await openWith(source)).current().facts).toEqual(FACTS);
    state.phone = '3';
    await openWith(source);
    state.phone = null;
    const configuration = await openWith(source);
    const { current, listProblem } = configuration;
    expect([current().facts, listProblem()]).toEqual([{ phone: '3' }, undefined]);
    log.warn.mockClear();
    state.phone = 'call';
    await readAll(configuration);
    expect(current().facts).toEqual({ phone: '3' });
    expect(log.warn.mock.calls).toEqual([[expect.stringMatching(/^The bakery’s details: .*phone/)]]);
  });

  test('bring a new version of the content into force at the third read, because pages share former responses', async () => {
    const { state, ...source } = startSource('4');
    const { read, contentVersion } = await openWith(source);
    state.version = 'bbbbbbbbbbbb';
    for (const expected of [null, null, 'bbbbbbbbbbbb']) {
      await read();
      expect(contentVersion()).toBe(expected);
    }
  });
});
