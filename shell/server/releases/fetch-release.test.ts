/** @jest-environment node */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Release } from '@vidlunnia/shared/contracts/release';
import { unreachableOrigin } from '@vidlunnia/shared/testing';
import { remotes } from '@vidlunnia/shared/topology';
import { answer, sampleRelease, startTeamOrigin, VERSIONS, type TeamOrigin } from '../../testing/team-origin';
import { fetchPointer, fetchRelease } from './fetch-release';
import { ReleaseRefused } from './release-refused';

const [VERSION, OTHER] = VERSIONS;
const RELEASE = `/${VERSION}/release.json`;
const { blog } = remotes;
const sample = sampleRelease('blog');
const [, ...withoutEntry] = Object.entries(sample.files);

let team: TeamOrigin;
beforeEach(async () => {
  team = await startTeamOrigin('blog');
});
afterEach(() => {
  jest.restoreAllMocks();
});

const readPointer = () => fetchPointer(blog, team.origin);
const readRelease = () => fetchRelease(blog, team.origin, VERSION);

/** What a promise is refused with: the message without the origin, which differs from run to run. */
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'It was not refused',
    (error: unknown) => {
      expect(error).toBeInstanceOf(ReleaseRefused);
      expect(error).toHaveProperty('remote', 'blog');
      return error instanceof Error ? error.message.replaceAll(team.origin, '') : '';
    },
  );

test('a pointer names the live version', async () => {
  expect(await readPointer()).toBe(VERSION);
});

test('a release that is right is taken as it is', async () => {
  expect(await readRelease()).toEqual(sample);
});

describe('a pointer is refused', () => {
  test.each<readonly [string, (team: TeamOrigin) => void, string]>([
    [
      'when it is missing',
      (origin) => {
        origin.set('/current.json', answer(404, ''));
      },
      'blog: /current.json answered 404',
    ],
    [
      'when the origin fails',
      (origin) => {
        origin.break(answer(500, 'oops'));
      },
      'blog: /current.json answered 500',
    ],
    [
      'when it is no JSON',
      (origin) => {
        origin.set('/current.json', answer(200, '<h1>'));
      },
      'blog: /current.json is no JSON',
    ],
    [
      'when it is empty',
      (origin) => {
        origin.set('/current.json', answer(200, ''));
      },
      'blog: /current.json is no JSON',
    ],
    [
      'when it names no version',
      (origin) => {
        origin.setJson('/current.json', {});
      },
      'blog: the pointer current.json is malformed',
    ],
    [
      'when it is null',
      (origin) => {
        origin.setJson('/current.json', null);
      },
      'blog: the pointer current.json is malformed',
    ],
    [
      'when its version is a path',
      (origin) => {
        origin.setJson('/current.json', { version: '../../secret' });
      },
      'blog: the pointer current.json is malformed',
    ],
    [
      'when the connection breaks',
      (origin) => {
        origin.break((response) => response.socket?.destroy());
      },
      'blog: /current.json could not be reached',
    ],
  ])('%s', async (_, harm, message) => {
    harm(team);
    expect(await refusal(readPointer())).toBe(message);
  });

  test('when nothing listens, keeping the cause', async () => {
    const origin = await unreachableOrigin();
    const refused = fetchPointer(blog, origin);
    await expect(refused).rejects.toThrow(`blog: ${origin}/current.json could not be reached`);
    await expect(refused).rejects.toHaveProperty('cause');
  });
});

describe('a release is refused', () => {
  test.each<readonly [string, Partial<Record<keyof Release, unknown>>, string]>([
    ['of another name', { name: 'forms' }, 'is one of forms'],
    ['of another version', { version: OTHER }, `calls itself ${OTHER}`],
    ['with another version’s container', { container: `blog_${OTHER}` }, `calls its container blog_${OTHER}`],
    [
      'with another remote’s container',
      { container: `home_${VERSION}` },
      `calls its container home_${VERSION}`,
    ],
    ['for another contract', { contract: 99 }, 'was built for contract 99; this shell has 1'],
    ['that lacks a module', { modules: { Post: { js: [], css: [] } } }, 'does not expose Teaser'],
    ['that lacks all modules', { modules: {} }, 'does not expose Teaser, Post'],
    [
      'whose entry is not listed',
      { files: Object.fromEntries(withoutEntry) },
      'needs files that it does not list: client/remoteEntry.js',
    ],
    [
      'whose server entry is not listed',
      { serverEntry: 'server/main.js' },
      'needs files that it does not list: server/main.js',
    ],
    [
      'whose modules’ files are not listed',
      { modules: { ...sample.modules, Post: { js: ['client/a.js'], css: ['client/b.css'] } } },
      'needs files that it does not list: client/a.js, client/b.css',
    ],
  ])('%s', async (_, change, reason) => {
    team.setJson(RELEASE, { ...sample, ...change });
    expect(await refusal(readRelease())).toBe(`blog: release ${VERSION} ${reason}`);
  });

  test.each<readonly [string, Partial<Record<keyof Release, unknown>>, string]>([
    ['an entry that is no text', { entry: 1 }, '/entry: Expected string'],
    ['no files', { files: undefined }, '/files: Expected required property'],
    [
      'a container that is no identifier',
      { container: 'a b' },
      "/container: Expected string to match '^[a-z]+_[0-9a-f]{12}$'",
    ],
  ])('with %s, saying where', async (_, change, where) => {
    team.setJson(RELEASE, { ...sample, ...change });
    expect(await refusal(readRelease())).toBe(`blog: release.json of ${VERSION} is malformed at ${where}`);
  });

  test.each([
    ['that the pointer names but is not there', 404, '', 'answered 404'],
    ['that is no JSON', 200, '{"name":', 'is no JSON'],
  ])('%s', async (_, status, body, reason) => {
    team.set(RELEASE, answer(status, body));
    expect(await refusal(readRelease())).toBe(`blog: ${RELEASE} ${reason}`);
  });
});

describe('an origin that is slow', () => {
  const shorten = () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    return jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(30));
  };

  test('has 2 s before its answer', async () => {
    const asked = shorten();
    team.break(() => undefined);
    expect(await refusal(readPointer())).toBe('blog: /current.json could not be reached');
    expect(asked).toHaveBeenCalledWith(2_000);
  });

  test('has no more when it stops within its answer', async () => {
    shorten();
    team.break((response) => response.writeHead(200).write('{'));
    expect(await refusal(readPointer())).toMatch(/^blog: \/current\.json /);
  });
});
