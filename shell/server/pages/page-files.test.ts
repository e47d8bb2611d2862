/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { modulesOf, nextPage, pageAt } from '../../src/pages/pages';
import { remoteOf } from '../../src/remotes/release-set';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../../testing/release-set';
import { readStarter } from './client-build';
import { filesOf, islandFiles } from './page-files';

const BUILD = {
  ...{ version: 'v', starter: 'starter.js', js: ['react.js', 'shell.js'], css: ['shell.css'] },
  ...{ app: ['app.js'], remotes: ['remotes.js'], http: ['http.js'], shared: {}, declarations: {} },
};
const filesAt = (pathname: string, releaseSet = sampleReleaseSet()) =>
  filesOf(BUILD, releaseSet, modulesOf(pageAt(pathname), []));

test.each([
  ['/', [...new Set(modulesOf(pageAt('/'), []).map(remoteOf))]],
  ['/blog/1', ['blog']],
  ['/nowhere', []],
])(
  'the page %s has the shell’s own files and the style sheets of its modules, each once',
  (pathname, names) => {
    const { styles, start } = filesAt(pathname);
    expect(start).toMatchObject({
      shell: [['/assets/react.js'], ['/assets/shell.js']],
      app: [['/assets/shell.css'], ['/assets/app.js']],
      remotes: [['/assets/remotes.js']],
    });
    const ofModules = names.map((name) => `/remotes/${name}/aaaaaaaaaaaa/client/static/${name}.css`);
    expect(styles).toEqual(['/assets/shell.css', ...ofModules]);
  },
);

test('it lacks the files of an absent remote, and of a module that its release lacks', () => {
  const releases = releaseSetOf(
    ['blog', { ...sampleRemoteRelease('blog'), modules: {} }],
    ['forms', sampleRemoteRelease('forms')],
  );
  const forms = '/remotes/forms/aaaaaaaaaaaa/client/static/forms.css';
  expect(filesAt('/', releases).styles).toEqual(['/assets/shell.css', forms]);
});

test('the next page needs the HTTP client and its modules’ files, with their hashes', () => {
  const set = sampleReleaseSet();
  const { next } = filesOf(BUILD, set, [], modulesOf(nextPage(pageAt('/')), [])).start;
  const { base, integrity } = sampleRemoteRelease('blog');
  const files = ['client/remoteEntry.js', 'client/static/blog.js', 'client/static/blog.css'];
  expect(next).toEqual([['/assets/http.js'], ...files.map((file) => [base + file, integrity[file]])]);
});

test('an island has no files without its remote; files without a hash are an error of the set', () => {
  expect(islandFiles(releaseSetOf(), 'forms/ContactForm')).toEqual([]);
  const release = { ...sampleRemoteRelease('blog'), integrity: {} };
  expect(() => islandFiles(releaseSetOf(['blog', release]), 'blog/Post')).toThrow(
    'has no hash in its release',
  );
});

test('a starter that would end its element is rejected', () => {
  const dist = mkdtempSync(path.join(tmpdir(), 'starter-'));
  mkdirSync(path.join(dist, 'client'));
  for (const text of ['"</script>"', '"</SCRIPT "', '"<!--"']) {
    writeFileSync(path.join(dist, 'client/starter.js'), `let a=${text};`);
    expect(() => readStarter(dist, BUILD)).toThrow('starter.js would end its element');
  }
  rmSync(dist, { recursive: true });
});
