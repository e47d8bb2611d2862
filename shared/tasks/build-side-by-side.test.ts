import { expect, test } from '@jest/globals';
import { buildSideBySide } from './build-side-by-side';

/** Says its process, and would go on for ever. */
const FOREVER = 'console.log(process.pid); setInterval(() => undefined, 1_000)';

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/** Ids of the processes that said theirs. */
const processesIn = (lines: readonly string[]) => lines.map(Number).filter(Number.isInteger);

/** Runs a script for every package's name; gives the lines that stayed. */
function build(
  scripts: Readonly<Record<string, string>>,
  limit: number,
  { signal, onLine = () => undefined }: { signal?: AbortSignal; onLine?: (line: string) => void } = {},
) {
  const lines: string[] = [];
  const done = buildSideBySide(Object.keys(scripts), {
    limit,
    programOf: (folder) => ({ cwd: __dirname, args: ['-e', scripts[folder] ?? ''], env: process.env }),
    progress: {
      say: (line) => {
        lines.push(line);
        onLine(line);
      },
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
  expect(lines).toEqual(expect.arrayContaining(['Building long…', 'Building wrong…', 'no such file']));
  expect(lines).not.toContain('Building last…');
  expect(processesIn(lines).filter(isAlive)).toEqual([]);
});

test('interrupted, it ends the builds under way and rejects once none runs any more', async () => {
  const interrupted = new AbortController();
  const seen: string[] = [];
  const { lines, done } = build({ one: FOREVER, two: FOREVER, three: FOREVER }, 2, {
    signal: interrupted.signal,
    onLine: (line) => {
      seen.push(line);
      if (processesIn(seen).length === 2) interrupted.abort(new Error('Interrupted by SIGINT'));
    },
  });
  await expect(done).rejects.toThrow('Interrupted by SIGINT');
  expect(lines).not.toContain('Building three…');
  expect(processesIn(lines)).toHaveLength(2);
  expect(processesIn(lines).filter(isAlive)).toEqual([]);
});
