import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '../environment/repository';

const COMMAND = /(?:`|^)npm (?:run )?([a-z][\w:-]*)(?: -w ([\w-]+))?/gm;
/** In backticks, with a slash and a file ending. */
const PATH = /`([^\s`]+\/[^\s`]*\.\w+)`/g;
/** Patterns, places outside the repository, addresses, what the bench leaves, and what a deployment makes. */
const NO_PATH = /[<*…]|^[/~]|:\/\/|^bench\/results\/|^secrets\//;
const LINK = /\]\((?![a-z]+:)([^)#]+)/g;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'api/README.md',
  ...readdirSync(path.join(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll(path.sep, '/')}`),
];

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');
const exists = (file: string) => existsSync(path.join(repositoryRoot, file));
const hasScript = (folder: string, script: string) => {
  const { scripts } = JSON.parse(read(path.join(folder, 'package.json'))) as { scripts?: object };
  return Object.hasOwn(scripts ?? {}, script);
};

const commandsIn = (text: string) =>
  [...text.matchAll(COMMAND)].map(([command, script = '', folder = '.']) => ({ command, script, folder }));
const firstGroups = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

/** What a document names that is not there. Paths begin at the repository's root, links at the document. */
const missingIn = (text: string, document: string) => [
  ...commandsIn(text)
    .filter(({ script, folder }) => !hasScript(folder, script))
    .map(({ command }) => command),
  ...firstGroups(text, PATH).filter((file) => !NO_PATH.test(file) && !exists(file)),
  ...firstGroups(text, LINK).filter((link) => !exists(path.join(path.dirname(document), link))),
];

test.each(documents)('%s names only commands, paths and links that exist', (document) => {
  expect(missingIn(read(document), document)).toEqual([]);
});

test('the documents name commands at all', () => {
  expect(documents.flatMap((document) => commandsIn(read(document))).length).toBeGreaterThan(5);
});

test.each([
  ['`npm run lose`', ['`npm run lose']],
  ['npm run lose -w api\nnpm start', ['npm run lose -w api']],
  ['`shared/lost.ts`, `api/README.md`', ['shared/lost.ts']],
  ['`decisions/README.md` begins at docs', ['decisions/README.md']],
  ['[lost](lost.md#there), [there](contract.md#there), [site](https://vidlunnia.example)', ['lost.md']],
  ['`<version>/release.json`, `mfe-*/src/exposes.ts`, `…/current.json`, `/api/og/home.png`', []],
])('in %j only %j is missing', (text, missing) => {
  expect(missingIn(text, 'docs/sample.md')).toEqual(missing);
});
