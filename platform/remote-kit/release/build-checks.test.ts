import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { transform } from 'esbuild';
import type { ReleaseManifest } from '@vidlunnia/releases/release';
import { contractDeclarations, type ContractDeclarations } from '../build/sources';
import { checkContract, checkFiles, checkReact, contractBreaks } from './build-checks';
import { FIRST, SECOND, sampleRelease } from './testing/sample-release';
import { blogState, liveReleases } from './testing/sample-team';

const releaseWith = (script: string) => sampleRelease(SECOND, { 'client/static/forms.js': script });

test.each(['react.production.js', 'react.development.js'])(
  'a release with %s is rejected, unlike one that shares React',
  async (file) => {
    const folder = path.dirname(createRequire(__filename).resolve('react'));
    const { code } = await transform(readFileSync(path.join(folder, 'cjs', file), 'utf8'), { minify: true });
    await expect(checkReact(releaseWith(code))).rejects.toThrow(
      /^Two copies of React would be on the page: the host’s, and one that b{12} brings in client\/static\/forms\.js\./,
    );
    await checkReact(releaseWith(`load("react").then((react) => react.useState({H:1}))`));
  },
);

test('a release that no shell accepts is rejected', async () => {
  await expect(checkFiles(sampleRelease(SECOND, { '../x': 'x' }))).rejects.toThrow(
    'No host accepts bbbbbbbbbbbb: “../x” is not a valid file name in a release',
  );
});

/** A contract with one module that accepts these props. */
const declared = (props: string, { head = '{}', api = '{}', zone = '{}' } = {}) => ({
  index: `
    export interface ModuleContracts {
      'blog/Post': { readonly props: ${props}; readonly params: { readonly postId: string } };
    }
    export type LoadContext = { readonly api: ${api} };
    export type PageHead = ${head};
    export type { ZoneProps } from './zones.ts';
  `,
  zones: `export type ZoneProps = ${zone};`,
});
const slot = (passed: string) => declared(`{ form: ((slot: ${passed}) => string) }`);

test.each<readonly [string, ContractDeclarations, ContractDeclarations, RegExp]>([
  ['asks for less', declared('{ a: string; b: number }'), declared('{ a: string }'), /^$/],
  ['has a slot that passes more', slot('{ a: string }'), slot('{ a: string; b: string }'), /^$/],
  [
    'has a slot that passes less',
    slot('{ a: string; b: string }'),
    slot('{ a: string }'),
    /Property 'b' is missing$/,
  ],
  [
    'renames a prop',
    declared('{ a: null | string }'),
    declared('{ b: null | string }'),
    /Property 'b' is missing/,
  ],
  ['needs an optional prop', declared('{ a?: string }'), declared('{ a: string }'), /'a' is optional/],
  ['gives less head', declared('{}', { head: '{ title: string }' }), declared('{}'), /'title' is missing/],
  [
    'calls an API that the shell does not have',
    declared('{}'),
    declared('{}', { api: '{ news: (() => Promise<string>) }' }),
    /Property 'news' is missing/,
  ],
  ['has declarations that are no types', declared('{}'), { index: 'x x' }, /./],
])('what does not fit the live shell when a module %s', async (_, live, own, words) => {
  const found = await contractBreaks(live, own, ['blog/Post']);
  expect(found.map(({ words }) => words).join('\n')).toMatch(words);
});

test('the contract of this tree fits itself; a module unknown to the live shell always fits', async () => {
  const own = contractDeclarations();
  const ids = ['blog/Post', 'home/Vacancies', 'outside/Openings'];
  expect(await contractBreaks(own, own, ids)).toEqual([]);
  expect(await contractBreaks(declared('{}'), declared('{}'), ['blog/Later'])).toEqual([]);
});

test('a module of an external remote is checked against the contract of zones with which it was built', async () => {
  const url = 'https://vidlunnia.example';
  const check = (zone: string) => {
    const release: ReleaseManifest = {
      ...sampleRelease(FIRST).release,
      name: 'outside',
      modules: { Openings: { js: [], css: [] } },
      declarations: declared('{}', { zone }),
    };
    const { contract } = liveReleases(blogState(FIRST));
    const declarations = declared('{}', { zone: '{ readonly id: string }' });
    // A live release of a zone is among the modules that a shell reports.
    return checkContract(release, { ...contract, modules: { outside: ['Openings'] }, declarations }, url);
  };
  await check('{ readonly id: string }');
  await expect(check('{ readonly id: string; readonly theme: string }')).rejects.toThrow(
    /^a{12} does not fit the host that is live at https:\/\/vidlunnia.example: outside\/Openings does not fit what the shell passes and accepts: .*theme/,
  );
});
