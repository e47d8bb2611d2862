import { command, passing, runCommand } from '@vidlunnia/settings/commands';
import { loadSettings } from '@vidlunnia/settings/machine';
import { endWith, interruption, say } from '@vidlunnia/remote-kit/process/task';
import { buildSite } from './build/build-site';
import type { Mode } from './test';

const interrupted = interruption();

const tests = (mode: Mode, does: string, takes = '') =>
  passing(does, takes, async (args) => (await import('./test')).runTests(mode, args, interrupted));

/** The commands of this repository. Each loads its program on use. */
const COMMANDS = {
  start: command({
    does: 'Builds what changed and serves the whole site in production mode, until Ctrl-C.',
    run: async () => (await import('./stack')).start(interrupted),
  }),
  dev: command({
    does: 'Serves the site for development and shows every saved change. With -w REMOTE before the --, develops that remote alone: npm run dev -w REMOTE -- --help.',
    run: async () => (await import('./stack')).develop(interrupted),
  }),
  build: command({
    does: 'Builds every package that changed, for production.',
    run: async () => {
      await buildSite(interrupted);
      say('Everything is built');
    },
  }),
  content: command({
    does: 'Перевіряє все, що редагує власник, і викладає зміни на сайт; --check лише перевіряє, --draft дає посилання на чернетку, --back повертає останню зміну.',
    options: { check: { type: 'boolean' }, draft: { type: 'boolean' }, back: { type: 'boolean' } },
    run: async (values) => (await import('./content')).content(values),
  }),
  'new:remote': passing(
    'Makes a workspace for a new remote.',
    'NAME --section SECTION [--after SECTION_OF_THE_PAGE]',
    async (args) => (await import('create-vidlunnia-remote/workspace')).newRemoteCommand.prepare(args)(),
  ),
  previews: command({
    does: 'Draws the link previews of the home page and all posts.',
    run: async () => (await import('./previews/draw-previews')).drawPreviews(),
  }),
  fonts: command({
    does: 'Cuts the site’s fonts again, into shared/ui/fonts.',
    run: async () => (await import('./fonts/cut-fonts')).writeFonts(),
  }),
  doctor: command({
    does: 'Lists what a start, the tests and a release lack on this machine, with the fix.',
    run: async () => (await import('./doctor')).doctor(process.env),
  }),
  packages: command({
    does: 'Makes and checks the packages that are published, in .cache/packages.',
    run: async () => (await import('./publishing/pack')).makePackages(),
  }),
  lint: tests('lint', 'Checks rules, unused code and format.'),
  test: tests('all', 'Checks everything: types, rules, format, unit and browser tests.'),
  'test:unit': tests('unit', 'Runs unit and API tests; the arguments are Jest’s.', '[WORD…] [-t NAME]'),
  'test:e2e': tests('e2e', 'Runs browser tests; the arguments are Playwright’s.', '[WORD…] [-g NAME]'),
  documents: tests('documents', 'Follows docs/first-day.md, docs/development.md and the engine’s README.'),
  compose: tests(
    'compose',
    'Tests the stacks of the compose files on this machine’s Docker engine.',
    '[development | production]',
  ),
  outside: tests('outside', 'Tests a team’s repository outside of this one.'),
};

loadSettings();
void endWith(runCommand(COMMANDS, process.argv.slice(2)), interrupted);
