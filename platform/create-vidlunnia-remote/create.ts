#!/usr/bin/env node
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { command, runCommand } from '@vidlunnia/settings/commands';
import { messageOf } from '@vidlunnia/settings/machine';
import { REMOTE_NAME, REMOTE_NAME_RULE, SECTION_NAME, SECTION_NAME_RULE } from '@vidlunnia/settings/topology';

const TEMPLATES = path.join(__dirname, 'templates');
const ENDING = '.template';
/** The home page's sections. */
const { sections: SECTION_IDS } = JSON.parse(readFileSync(path.join(TEMPLATES, 'page.json'), 'utf8')) as {
  readonly sections: readonly string[];
};

export interface Wanted {
  /** The remote's name, like `careers` (`REMOTE_NAME`). */
  readonly name: string;
  /** The section's name, like `Openings`, in the form of a component's name. */
  readonly section: string;
  /** Id of the home page's section before it. */
  readonly after: string;
}

/** The kind of a remote's location: templates, and values of their placeholders. */
export interface Place {
  readonly kind: 'repository' | 'workspace';
  readonly values: Readonly<Record<string, string>>;
}

const REPOSITORY: Place = { kind: 'repository', values: { port: '3100' } };

/** The command that creates a remote. Rejects invalid arguments with one line for each problem. */
export const createCommand = (does: string, run: (wanted: Wanted) => void) =>
  command({
    does,
    words: ['NAME'],
    options: {
      section: { type: 'string', value: 'SECTION' },
      after: { type: 'string', value: 'SECTION_OF_THE_PAGE' },
    },
    run: (values, [name = '']) => {
      run(checked({ name, section: '', after: SECTION_IDS.at(-1) ?? '', ...values }));
    },
  });

function checked({ name, section, after }: Wanted): Wanted {
  const problems = [
    !REMOTE_NAME.test(name) && `“${name}” is not a valid name of a remote: it has to be ${REMOTE_NAME_RULE}`,
    !SECTION_NAME.test(section) &&
      `“${section}” is not a valid name of a section (--section): it has to be ${SECTION_NAME_RULE}`,
    !SECTION_IDS.some((id) => id === after) &&
      `“${after}” is not a section of the page (--after): choose one of ${SECTION_IDS.join(', ')}`,
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { name, section, after };
}

/** The files of a new remote by their paths. */
export function filesOf(
  { name, section, after }: Wanted,
  { kind, values }: Place = REPOSITORY,
): Readonly<Record<string, string>> {
  const kebab = section.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
  const words: Readonly<Record<string, string>> = {
    ...values,
    name,
    after,
    Section: section,
    section: kebab,
    lower: section.toLowerCase(),
    camel: section.charAt(0).toLowerCase() + section.slice(1),
  };
  const fill = (text: string) =>
    text.replaceAll(/(?<!\$)\{\{([\w:@/-]+)\}\}/g, (whole, word: string) => words[word] ?? whole);
  const files = ['remote', kind].flatMap((folder) =>
    readdirSync(path.join(TEMPLATES, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ENDING))
      .map((file) => {
        const target = file.slice(0, -ENDING.length).replaceAll(path.sep, '/');
        const text = readFileSync(path.join(TEMPLATES, folder, file), 'utf8');
        return [target.replaceAll(/\bsection(?=[/.])/g, kebab), fill(text)] as const;
      }),
  );
  return Object.fromEntries(files);
}

/** Folders that git leaves behind of a removed remote. */
const LEFT = new Set(['dist', 'node_modules']);

/** Writes the files into a new folder. Throws when the folder has other files. */
export function create(files: Readonly<Record<string, string>>, folder: string): void {
  if (existsSync(folder) && readdirSync(folder).some((name) => !LEFT.has(name)))
    throw new Error(`${folder} exists already: choose another name`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

/** Makes a repository for a remote in the folder `mfe-NAME`. */
function createRepository(wanted: Wanted): void {
  const folder = path.resolve(`mfe-${wanted.name}`);
  create(filesOf(wanted), folder);
  process.stdout.write(`${folder} was made. Next: cd mfe-${wanted.name}, git init, npm install, npm test\n`);
}

if (require.main === module) {
  const repository = createCommand('Makes a repository for a new remote, in mfe-NAME.', createRepository);
  const commands = { 'vidlunnia-remote': repository };
  const args = ['vidlunnia-remote', ...process.argv.slice(2)];
  runCommand(commands, args, (name) => `npm create ${name}`).catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  });
}
