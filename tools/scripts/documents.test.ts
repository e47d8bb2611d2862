import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/settings/machine';

const COMMAND = /(?:`|^)npm (?:run )?([a-z][\w:-]*)(?: -w ([\w/-]+))?/gm;
/** A path in backticks, with a slash and a file extension. */
const PATH = /`([^\s`]+\/[^\s`]*\.\w+)`/g;
/** Patterns, paths outside the repository, addresses, output of the bench, and files made by a deployment. */
const NO_PATH = /[<*…]|^[/~]|:\/\/|^tools\/bench\/results\/|^secrets\//;
const LINK = /\]\((?![a-z]+:|\/)([^)#]+)/g;
/** A link to a heading, in another document or the same one. */
const ANCHOR = /\]\((?![a-z]+:)([^)#]*)#([^)]+)\)/g;
const HEADING = /^#+ (.+)$/gm;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['api', 'shell', 'mfe-home', 'mfe-blog', 'mfe-forms'].map((folder) => `${folder}/README.md`),
  ...readdirSync(path.join(repositoryRoot(), 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll(path.sep, '/')}`),
];

const read = (file: string) => readFileSync(path.join(repositoryRoot(), file), 'utf8');
const exists = (file: string) => existsSync(path.join(repositoryRoot(), file));
const hasScript = (folder: string, script: string) => {
  const { scripts } = JSON.parse(read(path.join(folder, 'package.json'))) as { scripts?: object };
  return Object.hasOwn(scripts ?? {}, script);
};

const ENGINE = 'platform/engine/README.md';
const NPMS_OWN = ['ci', 'create', 'install'];
/** Most commands in this document are for the repository that it describes. */
const OWN_REPOSITORY = 'docs/new-remote.md';
const REPOSITORY = 'platform/create-vidlunnia-remote/templates/repository';
const TEMPLATES = ['platform/create-vidlunnia-remote/templates/remote', REPOSITORY];
const isOwnCommand = (document: string, script: string) =>
  NPMS_OWN.includes(script) ||
  (document === OWN_REPOSITORY && read(`${REPOSITORY}/package.json.template`).includes(`"${script}": `));

const isOwnFile = (document: string, file: string) =>
  document === OWN_REPOSITORY && TEMPLATES.some((folder) => exists(`${folder}/${file}.template`));

const firstGroups = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

/** Missing targets in a document. Paths are relative to the repository's root, links to the document. */
const missingIn = (text: string, document: string) => [
  ...[...text.matchAll(COMMAND)]
    .filter(([, name = '', folder = '.']) => !hasScript(folder, name) && !isOwnCommand(document, name))
    .map(([command]) => command),
  ...firstGroups(text, PATH).filter(
    (file) => !NO_PATH.test(file) && !exists(file) && !isOwnFile(document, file),
  ),
  ...firstGroups(text, LINK).filter((link) => !exists(path.join(path.dirname(document), link))),
];

test.each(documents)('%s names only commands, paths and links that exist', (document) => {
  expect(missingIn(read(document), document)).toEqual([]);
});

/** Anchor of a heading, as on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

test.each(documents)('%s leads only to headings that there are', (document) => {
  const lost = [...read(document).matchAll(ANCHOR)].filter(([, link = '', anchor = '']) => {
    const target = link === '' ? document : path.join(path.dirname(document), link);
    return !firstGroups(read(target), HEADING).map(anchorOf).includes(anchor);
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});

test('every document can be reached from the README in two clicks', () => {
  const linkedFrom = (document: string) =>
    firstGroups(read(document), LINK).map((link) =>
      path.join(path.dirname(document), link).replaceAll(path.sep, '/'),
    );
  const near = linkedFrom('README.md');
  const reached = [...near, ...near.filter((link) => documents.includes(link)).flatMap(linkedFrom)];
  expect(documents.filter((document) => document !== 'README.md' && !reached.includes(document))).toEqual([]);
});

test("the engine's README, whose commands are for another repository, links only to files that exist", () => {
  const links = firstGroups(read(ENGINE), LINK);
  expect(links.filter((link) => !exists(path.join(path.dirname(ENGINE), link)))).toEqual([]);
});

test('missing files are found; text that is not a path of the repository is ignored', () => {
  const lost = 'npm run lose -w api\n`shared/lost.ts`, [lost](lost.md#there)';
  const fine =
    '`api/README.md`, [there](contract.md), [site](https://vidlunnia.example), `mfe-*/src/exposes.ts`';
  expect(missingIn(`${lost}, ${fine}`, 'docs/sample.md')).toEqual([
    'npm run lose -w api',
    'shared/lost.ts',
    'lost.md',
  ]);
});
