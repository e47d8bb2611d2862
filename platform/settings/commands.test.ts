import { spawnSync } from 'node:child_process';
import { afterEach, expect, jest, test } from '@jest/globals';
import { command, passing, runCommand } from './commands';

const ran = jest.fn<(...args: unknown[]) => void>();
const COMMANDS = {
  send: command({
    does: 'Sends a thing.',
    options: { to: { type: 'string', value: 'PLACE' }, fast: { type: 'boolean' } },
    words: ['[THING]'],
    run: (values, words) => {
      ran(values.to, values.fast, words);
    },
  }),
  take: command({ does: 'Takes a thing.', words: ['THING'], run: ran }),
  wait: command({ does: 'Waits.', run: ran }),
  test: passing('Tests.', '[the arguments of Jest]', async (args) => {
    await Promise.resolve(args).then(ran);
  }),
};
const run = (...args: readonly string[]) => runCommand(COMMANDS, args);

afterEach(() => {
  ran.mockReset();
  jest.restoreAllMocks();
});

test('a command gets its options and arguments; a wrapper gets everything unchanged', async () => {
  await run('send', 'a parcel', '--to', 'Вінниця', '--fast');
  await run('test', 'menu', '-t', 'small');
  expect(ran.mock.calls).toEqual([['Вінниця', true, ['a parcel']], [['menu', '-t', 'small']]]);
});

test('--help prints the usage, derived from the options, and runs nothing', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await run('send', '--help');
  expect(write.mock.calls).toEqual([['npm run send -- [THING] [--to PLACE] [--fast]\n  Sends a thing.\n']]);
  await run('--help');
  expect(write.mock.lastCall?.[0]).toContain(
    'npm run wait\n  Waits.\n\nnpm run test -- [the arguments of Jest]',
  );
  expect(ran).not.toHaveBeenCalled();
});

test.each([
  [['send', '--slow'], "Unknown option '--slow'"],
  [['send', 'one', 'two'], "Unexpected argument 'two'"],
  [['take'], 'THING is missing'],
])('%j is rejected with the problem and the usage', async (args, problem) => {
  await expect(run(...args)).rejects.toThrow(new RegExp(`^${problem}[^]*\nnpm run ${String(args[0])}`));
  expect(ran).not.toHaveBeenCalled();
});

test('an unknown command is rejected with the known names; the error of a command is unchanged', async () => {
  await expect(run('sleep')).rejects.toThrow('There is no command “sleep”; there are send, take, wait, test');
  ran.mockImplementation(() => {
    throw new TypeError('Of the program');
  });
  await expect(run('wait')).rejects.toThrow(/^Of the program$/);
});

const WAITING = "setTimeout(() => process.stderr.write('late'), 2_000)";

// Without the handler, both end with 1 and a stack.
test.each([
  ['ends in silence', WAITING],
  [
    'first ends what it started, if it handles SIGTERM',
    `process.once('SIGTERM', () => { clearTimeout(started); print(); }); const started = ${WAITING}; print()`,
  ],
])('a command whose reader has seen enough, like `head`, %s', (_, does) => {
  const program = `
    const { command, runCommand } = require('./commands');
    const print = () => process.stdout.write('A line\\n');
    print();
    void runCommand({ wait: command({ does: 'Waits.', run: () => { print(); ${does}; } }) }, ['wait']);`;
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', '"$0" --import tsx -e "$1" | true; exit "${PIPESTATUS[0]}"', process.execPath, program],
    { cwd: __dirname, encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([141, '']);
});
