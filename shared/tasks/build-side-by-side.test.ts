import { expect, test } from '@jest/globals';
import { buildSideBySide } from './build-side-by-side';

const FOREVER = 'setInterval(() => undefined, 1_000)';

/** Runs a script for every package's name; gives the lines that stayed. */
function build(scripts: Readonly<Record<string, string>>, limit: number, signal?: AbortSignal) {
  const lines: string[] = [];
  const done = buildSideBySide(Object.keys(scripts), {
    limit,
    programOf: (folder) => ({ cwd: __dirname, args: ['-e', scripts[folder] ?? ''], env: process.env }),
    progress: {
      say: (line) => lines.push(line),
      during: (_, work) => work,
    },
    signal,
  });
  return { lines, done };
}

test('builds run as many at a time as may, and every one says that it starts and what it prints', async () => {
  const { lines, done } = build(
    { one: `console.log('one built')`, two: `console.log('two built')`, three: `console.log('three built')` },
    1,
  );
  await done;
  expect(lines).toEqual([
    'Building one…',
    'one built',
    'Building two…',
    'two built',
    'Building three…',
    'three built',
  ]);
});

test('the first that fails ends the others, and none is begun any more', async () => {
  const { lines, done } = build(
    { long: FOREVER, wrong: `console.error('no such file'); process.exitCode = 1`, last: '' },
    2,
  );
  await expect(done).rejects.toThrow('wrong could not be built (code 1); the reason stands above');
  expect(lines).toEqual(['Building long…', 'Building wrong…', 'no such file']);
});

test('interrupted, it ends the builds under way', async () => {
  const interrupted = new AbortController();
  const { lines, done } = build({ one: FOREVER, two: FOREVER, three: FOREVER }, 2, interrupted.signal);
  interrupted.abort(new Error('Interrupted by SIGINT'));
  await expect(done).rejects.toThrow('Interrupted by SIGINT');
  expect(lines).toEqual(['Building one…', 'Building two…']);
});
