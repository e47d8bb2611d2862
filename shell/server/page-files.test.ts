import { expect, test } from '@jest/globals';
import { modulesOf, pageAt } from '../src/pages/pages';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../testing/release-set';
import { filesOf } from './page-files';

const BUILD = {
  version: 'v',
  js: ['react.js', 'shell.js'],
  css: ['shell.css'],
  fonts: ['unbounded.woff2'],
  shared: {},
};

const filesAt = (pathname: string, releaseSet = sampleReleaseSet()) =>
  filesOf(BUILD, releaseSet, modulesOf(pageAt(pathname)));
const ofRemotes = (file: (name: string) => string) =>
  ['home', 'forms', 'blog'].map((name) => `/remotes/${name}/aaaaaaaaaaaa/client/${file(name)}`);

test('the shell’s own are on every page', () => {
  for (const pathname of ['/', '/blog/1', '/nowhere']) {
    expect(filesAt(pathname)).toMatchObject({
      scripts: ['/assets/react.js', '/assets/shell.js'],
      fonts: ['/assets/unbounded.woff2'],
    });
  }
});

test('of the home page: each entry, script and style sheet once, however many parts need it', () => {
  const { preloads, styles } = filesAt('/');
  const scripts = ofRemotes((name) => `static/${name}.js`);
  expect([...preloads].sort()).toEqual([...ofRemotes(() => 'remoteEntry.js'), ...scripts].sort());
  expect(styles).toEqual(['/assets/shell.css', ...ofRemotes((name) => `static/${name}.css`)]);
});

test('of a post: the blog’s alone', () => {
  const base = '/remotes/blog/aaaaaaaaaaaa/client/';
  const { preloads, styles } = filesAt('/blog/1');
  expect(preloads).toEqual([`${base}remoteEntry.js`, `${base}static/blog.js`]);
  expect(styles).toEqual(['/assets/shell.css', `${base}static/blog.css`]);
});

test('of an address without a page: none but the shell’s', () => {
  expect(filesAt('/nowhere')).toMatchObject({ preloads: [], styles: ['/assets/shell.css'] });
});

test('of a remote that is absent are left out, and the others’ are there', () => {
  const { preloads } = filesAt('/', releaseSetOf(['blog', sampleRemoteRelease('blog')]));
  expect(preloads).toEqual([
    '/remotes/blog/aaaaaaaaaaaa/client/remoteEntry.js',
    '/remotes/blog/aaaaaaaaaaaa/client/static/blog.js',
  ]);
});

test('of a module that a release lacks are left out', () => {
  const releaseSet = releaseSetOf(['blog', { ...sampleRemoteRelease('blog'), modules: {} }]);
  expect(filesAt('/', releaseSet).preloads).toEqual([]);
});
