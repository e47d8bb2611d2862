import { expect, test } from '@jest/globals';
import { modulesOf, pageAt } from '../src/pages/pages';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../testing/release-set';
import { filesOf } from './page-files';

const BUILD = {
  version: 'v',
  js: ['react.js', 'shell.js'],
  css: ['shell.css'],
  shared: {},
};

const filesAt = (pathname: string, releaseSet = sampleReleaseSet()) =>
  filesOf(BUILD, releaseSet, modulesOf(pageAt(pathname)));
const addresses = ({ preloads }: ReturnType<typeof filesAt>) => preloads.map(({ href }) => href);
const ofRemotes = (file: (name: string) => string) =>
  ['home', 'forms', 'blog'].map((name) => `/remotes/${name}/aaaaaaaaaaaa/client/${file(name)}`);

test('the shell’s own are on every page', () => {
  for (const pathname of ['/', '/blog/1', '/nowhere']) {
    expect(filesAt(pathname)).toMatchObject({
      scripts: ['/assets/react.js', '/assets/shell.js'],
    });
  }
});

test('of the home page: each entry, script and style sheet once, however many parts need it', () => {
  const files = filesAt('/');
  const scripts = ofRemotes((name) => `static/${name}.js`);
  expect(addresses(files).sort()).toEqual([...ofRemotes(() => 'remoteEntry.js'), ...scripts].sort());
  expect(files.styles).toEqual(['/assets/shell.css', ...ofRemotes((name) => `static/${name}.css`)]);
});

test('of a post: the blog’s alone', () => {
  const base = '/remotes/blog/aaaaaaaaaaaa/client/';
  const files = filesAt('/blog/1');
  expect(addresses(files)).toEqual([`${base}remoteEntry.js`, `${base}static/blog.js`]);
  expect(files.styles).toEqual(['/assets/shell.css', `${base}static/blog.css`]);
});

test('of an address without a page: none but the shell’s', () => {
  expect(filesAt('/nowhere')).toMatchObject({ preloads: [], styles: ['/assets/shell.css'] });
});

test('of a remote that is absent are left out, and the others’ are there', () => {
  const files = filesAt('/', releaseSetOf(['blog', sampleRemoteRelease('blog')]));
  expect(addresses(files)).toEqual([
    '/remotes/blog/aaaaaaaaaaaa/client/remoteEntry.js',
    '/remotes/blog/aaaaaaaaaaaa/client/static/blog.js',
  ]);
});

test('of a module that a release lacks are left out', () => {
  const releaseSet = releaseSetOf(['blog', { ...sampleRemoteRelease('blog'), modules: {} }]);
  expect(filesAt('/', releaseSet).preloads).toEqual([]);
});

test('every script is named with its hash', () => {
  const { integrity } = sampleRemoteRelease('blog');
  expect(filesAt('/blog/1').preloads.map((preload) => preload.integrity)).toEqual(Object.values(integrity));
});

test('a script without a hash is a fault of the set', () => {
  const releaseSet = releaseSetOf(['blog', { ...sampleRemoteRelease('blog'), integrity: {} }]);
  expect(() => filesAt('/', releaseSet)).toThrow('has no hash in its release');
});
