/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import type { ModuleId } from '@vidlunnia/contracts';
import { modulesOf, nextPage, pageAt } from '../../src/pages/pages';
import { remoteOf } from '../../src/remotes/release-set';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../../testing/release-set';
import { filesOf, islandFiles } from './page-files';

const BUILD = {
  version: 'v',
  starter: 'starter.js',
  js: ['react.js', 'shell.js'],
  css: ['shell.css'],
  app: ['app.js'],
  remotes: ['remotes.js'],
  http: ['http.js'],
  shared: {},
  declarations: {},
};

const filesAt = (pathname: string, releaseSet = sampleReleaseSet()) =>
  filesOf(BUILD, releaseSet, modulesOf(pageAt(pathname), []));

describe('the files of a page', () => {
  test.each(['/', '/blog/1', '/nowhere'])('%s: the shell’s own', (pathname) => {
    expect(filesAt(pathname)).toMatchObject({
      start: {
        shell: [['/assets/react.js'], ['/assets/shell.js']],
        app: [['/assets/shell.css'], ['/assets/app.js']],
        remotes: [['/assets/remotes.js']],
      },
    });
  });

  test.each([
    ['/', [...new Set(modulesOf(pageAt('/'), []).map(remoteOf))]],
    ['/blog/1', ['blog']],
    ['/nowhere', []],
  ])('%s: the style sheets of its modules, each once', (pathname, names) => {
    const ofModules = names.map((name) => `/remotes/${name}/aaaaaaaaaaaa/client/static/${name}.css`);
    expect(filesAt(pathname).styles).toEqual(['/assets/shell.css', ...ofModules]);
  });

  test('lack those of a remote that is absent, and of a module that its release lacks', () => {
    const releases = releaseSetOf(
      ['blog', { ...sampleRemoteRelease('blog'), modules: {} }],
      ['forms', sampleRemoteRelease('forms')],
    );
    const forms = '/remotes/forms/aaaaaaaaaaaa/client/static/forms.css';
    expect(filesAt('/', releases).styles).toEqual(['/assets/shell.css', forms]);
  });
});

test('what the next page needs is the HTTP client and its modules’ files, with their hashes', () => {
  const set = sampleReleaseSet();
  const { next } = filesOf(BUILD, set, [], modulesOf(nextPage(pageAt('/')), [])).start;
  expect(next).toEqual([['/assets/http.js'], ...islandFiles(set, 'blog/Post')]);
});

describe('the files of an island', () => {
  const filesIn = (releaseSet: ReturnType<typeof sampleReleaseSet>, id: ModuleId = 'blog/Post') =>
    islandFiles(releaseSet, id);

  test('are its remote’s entry, its scripts and its style sheets, each with its hash', () => {
    const { base, integrity } = sampleRemoteRelease('blog');
    expect(filesIn(sampleReleaseSet())).toEqual(
      ['client/remoteEntry.js', 'client/static/blog.js', 'client/static/blog.css'].map((file) => [
        base + file,
        integrity[file],
      ]),
    );
  });

  test('are none when its remote is absent', () => {
    expect(filesIn(releaseSetOf(['blog', sampleRemoteRelease('blog')]), 'forms/ContactForm')).toEqual([]);
  });

  test('are the entry alone when its release lacks it', () => {
    const release = { ...sampleRemoteRelease('blog'), modules: {} };
    expect(filesIn(releaseSetOf(['blog', release])).map(([href]) => href)).toEqual([release.entry]);
  });

  test('without a hash are a fault of the set', () => {
    const release = { ...sampleRemoteRelease('blog'), integrity: {} };
    expect(() => filesIn(releaseSetOf(['blog', release]))).toThrow('has no hash in its release');
  });
});
