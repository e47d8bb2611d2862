import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { NOTHING } from './results';
import { runCheck, runTests } from './run-step';

let folder = '';
let said = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'run-step-'));
  said = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test.each([
  ['passed', 'process.exitCode = 0', { passed: 1, failed: 0, skipped: 0 }],
  ['failed', 'process.exitCode = 2', { passed: 0, failed: 1, skipped: 0 }],
])('a check that %s counts as one', async (_, script, results) => {
  expect(await runCheck('Check', ['-e', script])).toEqual(results);
});

test('what a check prints is shown when it fails, and not otherwise', async () => {
  await runCheck('Check', ['-e', `console.log('all is well')`]);
  expect(said).toBe('');
  await runCheck('Check', ['-e', `console.error('line 3 is wrong'); process.exitCode = 1`]);
  expect(said).toContain('Check failed:\nline 3 is wrong');
});

test('settings of a site in the environment are not for tests', async () => {
  process.env['SITE_URL'] = 'https://another.example';
  try {
    const script = `process.exitCode = process.env.SITE_URL === undefined ? 0 : 1`;
    expect(await runCheck('Check', ['-e', script])).toEqual({ passed: 1, failed: 0, skipped: 0 });
  } finally {
    delete process.env['SITE_URL'];
  }
});

describe('a test runner', () => {
  const runner = (script: string) => {
    const file = path.join(folder, 'report.json');
    const write = `require('node:fs').writeFileSync(process.env.REPORT, process.env.COUNTED);`;
    return {
      file,
      run: (counted: object) =>
        runTests(
          ['-e', script.replace('WRITE', write)],
          { file, count: (json) => ({ ...NOTHING, ...(typeof json === 'object' && json) }) },
          {
            REPORT: file,
            COUNTED: JSON.stringify(counted),
          },
        ),
    };
  };
  const GREEN = { passed: 5, failed: 0, skipped: 1 };
  const RED = { passed: 5, failed: 3, skipped: 0 };

  test('has the counts of its report', async () => {
    expect(await runner('WRITE').run(GREEN)).toEqual(GREEN);
  });

  test('has the failures of its report, once', async () => {
    expect(await runner('WRITE process.exitCode = 1').run(RED)).toEqual(RED);
  });

  test('has failed when it ends badly with a report of nothing but successes', async () => {
    expect(await runner('WRITE process.exitCode = 1').run(GREEN)).toEqual({ ...GREEN, failed: 1 });
  });

  test('has failed when it leaves no report, whatever an earlier one says', async () => {
    const { file, run } = runner('');
    writeFileSync(file, JSON.stringify(GREEN));
    expect(await run(GREEN)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('has failed when its report is broken off', async () => {
    const { run } = runner(`require('node:fs').writeFileSync(process.env.REPORT, '{"passed":')`);
    expect(await run(GREEN)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
