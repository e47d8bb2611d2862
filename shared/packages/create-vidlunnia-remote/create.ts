#!/usr/bin/env node
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { REMOTE_NAME, REMOTE_NAME_RULE, SECTION_NAME, SECTION_NAME_RULE } from '../../contracts/names';

const TEMPLATE = path.join(__dirname, 'template');
const ENDING = '.template';
const USAGE = 'npm create vidlunnia-remote NAME -- --section SECTION [--after SECTION_OF_THE_PAGE]';

export interface Wanted {
  /** `careers`: as `REMOTE_NAME` has it. */
  readonly name: string;
  /** `Openings`: as components are named. */
  readonly section: string;
  /** Id of the home page's section behind which it is meant to stand. */
  readonly after?: string | undefined;
}

/** What is asked for. Throws, with what it has to be, when it is not that. */
export function parse(args: readonly string[]): Wanted {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { section: { type: 'string' }, after: { type: 'string' } },
    allowPositionals: true,
  });
  const [name = ''] = positionals;
  const { section = '', after } = values;
  if (!REMOTE_NAME.test(name))
    throw new Error(`“${name}” is no name of a remote: it has to be ${REMOTE_NAME_RULE}. ${USAGE}`);
  if (!SECTION_NAME.test(section))
    throw new Error(`“${section}” is no name of a section: it has to be ${SECTION_NAME_RULE}. ${USAGE}`);
  return { name, section, after };
}

/** The files of a new repository by their paths. */
export function filesOf({ name, section, after }: Wanted): Readonly<Record<string, string>> {
  const kebab = section.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
  const words: Readonly<Record<string, string>> = {
    name,
    Section: section,
    section: kebab,
    lower: section.toLowerCase(),
    camel: section.charAt(0).toLowerCase() + section.slice(1),
    where: after === undefined ? '' : ` behind \`${after}\``,
    afterFlag: after === undefined ? '' : ` --after ${after}`,
  };
  return Object.fromEntries(
    readdirSync(TEMPLATE, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ENDING))
      .map((file) => [
        file
          .slice(0, -ENDING.length)
          .split(path.sep)
          .join('/')
          .replaceAll(/\bsection(?=[/.])/g, kebab),
        readFileSync(path.join(TEMPLATE, file), 'utf8').replaceAll(
          /(?<!\$)\{\{(\w+)\}\}/g,
          (whole, word: string) => words[word] ?? whole,
        ),
      ]),
  );
}

/** Writes the files into a new folder, `mfe-NAME`. Throws when there is one. */
function create(wanted: Wanted): string {
  const folder = path.resolve(`mfe-${wanted.name}`);
  if (existsSync(folder)) throw new Error(`${folder} is there already`);
  for (const [file, text] of Object.entries(filesOf(wanted))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

if (require.main === module) {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${USAGE}\nMakes a repository with a remote of its own, in mfe-NAME.\n`);
    process.exit(0);
  }
  try {
    const wanted = parse(process.argv.slice(2));
    process.stdout.write(
      `${create(wanted)} is made. Next: cd mfe-${wanted.name}, git init, npm install, npm test\n`,
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
