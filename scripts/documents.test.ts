import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';

const COMMAND = /(?:`|^)npm (?:run )?([a-z][\w:-]*)(?: -w ([\w-]+))?/gm;
/** In backticks, with a slash and a file ending. */
const PATH = /`([^\s`]+\/[^\s`]*\.\w+)`/g;
/** Patterns, places outside the repository, addresses, what the bench leaves, and what a deployment makes. */
const NO_PATH = /[<*…]|^[/~]|:\/\/|^bench\/results\/|^secrets\//;
const LINK = /\]\((?![a-z]+:)([^)#]+)/g;
/** A link to a heading, of another document or of its own. */
const ANCHOR = /\]\((?![a-z]+:)([^)#]*)#([^)]+)\)/g;
const HEADING = /^#+ (.+)$/gm;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['api', 'shell', 'mfe-home', 'mfe-blog', 'mfe-forms'].map((folder) => `${folder}/README.md`),
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

const NPMS_OWN = ['create', 'install'];
/** Of this one most commands are those of the repository that it tells how to make. */
const OWN_REPOSITORY = 'docs/own-repository.md';
const REPOSITORY = 'create-vidlunnia-remote/templates/repository';
const TEMPLATES = ['create-vidlunnia-remote/templates/remote', REPOSITORY];
const isOwnCommand = (document: string, script: string) =>
  NPMS_OWN.includes(script) ||
  (document === OWN_REPOSITORY && read(`${REPOSITORY}/package.json.template`).includes(`"${script}": `));

const isOwnFile = (document: string, file: string) =>
  document === OWN_REPOSITORY && TEMPLATES.some((folder) => exists(`${folder}/${file}.template`));

const commandsIn = (text: string) =>
  [...text.matchAll(COMMAND)].map(([command, script = '', folder = '.']) => ({ command, script, folder }));
const firstGroups = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

/** What a document names that is not there. Paths begin at the repository's root, links at the document. */
const missingIn = (text: string, document: string) => [
  ...commandsIn(text)
    .filter(({ script, folder }) => !hasScript(folder, script) && !isOwnCommand(document, script))
    .map(({ command }) => command),
  ...firstGroups(text, PATH).filter(
    (file) => !NO_PATH.test(file) && !exists(file) && !isOwnFile(document, file),
  ),
  ...firstGroups(text, LINK).filter((link) => !exists(path.join(path.dirname(document), link))),
];

test.each(documents)('%s names only commands, paths and links that exist', (document) => {
  expect(missingIn(read(document), document)).toEqual([]);
});

/** Anchor of a heading, as GitHub makes it. */
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

test('every document can be reached from the README by two links', () => {
  const linkedFrom = (document: string) =>
    firstGroups(read(document), LINK).map((link) =>
      path.join(path.dirname(document), link).replaceAll(path.sep, '/'),
    );
  const near = linkedFrom('README.md');
  const reached = [...near, ...near.filter((link) => documents.includes(link)).flatMap(linkedFrom)];
  expect(documents.filter((document) => document !== 'README.md' && !reached.includes(document))).toEqual([]);
});

test('what is missing would be found, what is no path of ours is left alone', () => {
  const lost = 'npm run lose -w api\n`shared/lost.ts`, [lost](lost.md#there)';
  const fine =
    '`api/README.md`, [there](contract.md), [site](https://vidlunnia.example), `mfe-*/src/exposes.ts`';
  expect(missingIn(`${lost}, ${fine}`, 'docs/sample.md')).toEqual([
    'npm run lose -w api',
    'shared/lost.ts',
    'lost.md',
  ]);
});
