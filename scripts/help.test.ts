import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { runNamed } from '@vidlunnia/remote-kit/release/run-command';

type Scripts = Readonly<Record<string, string>>;
type Manifest = Readonly<Partial<Record<'scripts' | '//scripts', Scripts>>>;

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(repositoryRoot(), file), 'utf8'));

/** Every script of every workspace. */
const SCRIPTS = Object.keys((read('package-lock.json') as { readonly packages: object }).packages)
  .filter((name) => !name.includes('node_modules'))
  .filter((name) => existsSync(path.join(repositoryRoot(), name, 'package.json')))
  .flatMap((folder) => {
    const { scripts = {}, '//scripts': texts = {} } = read(path.join(folder, 'package.json')) as Manifest;
    return Object.entries(scripts).map(([name, line]) => {
      return { script: `${name} in ${folder || 'the root'}`, name, line, folder, text: texts[name] };
    });
  });

/** Programs of others explain themselves. */
const OTHERS = /node_modules\/(typescript-7|oxlint|knip|oxfmt|drizzle-kit|@changesets)\/|^(jest|playwright) /;
const RUNNER = /^node (\.\.\/)?scripts\/run\.mjs /;
const REMOTES = /^vidlunnia-remote (.+)/;
/** Sources of what is built. */
const SOURCES: Scripts = { 'dist/main.js': 'src/main.ts', 'dist/node/main.js': 'server/main.ts' };

const ours = SCRIPTS.filter(({ line }) => !OTHERS.test(line));
const by = (pattern: RegExp) => ours.filter(({ line }) => pattern.test(line));
const rest = ours.filter(({ line }) => ![RUNNER, REMOTES].some((pattern) => pattern.test(line)));

afterEach(() => {
  jest.restoreAllMocks();
});

// run.test.ts shows that run.mjs prints it, before it installs anything.
test.each(by(RUNNER))('$script has the text that --help prints', ({ text }) => {
  expect(text).toMatch(/^(-- \S.*)?: .+\.$/);
});

test.each(by(REMOTES))('$script prints its usage and runs nothing', async ({ name, line }) => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const [, command = ''] = REMOTES.exec(line) ?? [];
  await runNamed({ [command]: () => Promise.reject(new Error('It was run')) }, [command, '--help']);
  expect(write.mock.calls.join()).toMatch(new RegExp(`^npm run ${name}( -- .+)?\\n.+\\.\\n$`));
});

/**
 * Loads each program with `--help`, one after another, as the main one: some look whether they are. A program that
 * started something would not let the process end.
 */
const LOAD = `
  const { _load } = require('node:module');
  for (const { file, args } of JSON.parse(process.argv[1])) {
    process.argv = [process.execPath, file, ...args, '--help'];
    process.stdout.write('\\0');
    delete require.cache[file];
    _load(file, null, true);
  }`;

// Two seconds: it loads shell and API, in one process for all of them.
test('every other program prints its usage, and starts nothing', () => {
  const programs = rest.map(({ folder, line }) => {
    const [, program = '', ...args] = line.split(' ');
    return { file: path.join(repositoryRoot(), folder, SOURCES[program] ?? program), args };
  });
  const options = { encoding: 'utf8', cwd: repositoryRoot(), timeout: 60_000 } as const;
  const output = execFileSync(
    process.execPath,
    ['--import', 'tsx', '--eval', LOAD, JSON.stringify(programs)],
    options,
  );
  const usages = output.split('\0').slice(1);
  const unexplained = rest.filter((_, index) => !/^npm (run |start)\S*.*\n.+/.test(usages[index] ?? ''));
  expect(unexplained.map(({ script }) => script)).toEqual([]);
});
