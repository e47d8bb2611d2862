import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { exposedModules } from './exposed-modules';

const directory = mkdtempSync(path.join(tmpdir(), 'exposes-'));
mkdirSync(path.join(directory, 'src'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});
const exposed = (source: string) => {
  writeFileSync(path.join(directory, 'src/exposes.ts'), source);
  return exposedModules({ directory });
};

test('a remote exposes what its list imports', () => {
  const lines = ["import * as Hero from './hero';", "import * as OpenDays from './open-days';"];
  expect(exposed(`import type { T } from 'x';\n${lines.join('\n')}\nexport const exposes = {};\n`)).toEqual({
    Hero: 'hero',
    OpenDays: 'open-days',
  });
});

test('a list that cannot be read is named', () => {
  expect(() => exposed('export const exposes = {};')).toThrow('src/exposes.ts imports no module');
});
