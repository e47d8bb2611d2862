import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { exposedModules } from './remote-config';

test('a remote exposes the imports of its list; the error names a list that cannot be read', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'exposes-'));
  mkdirSync(path.join(directory, 'src'));
  const exposed = (source: string) => {
    writeFileSync(path.join(directory, 'src/exposes.ts'), source);
    return exposedModules(directory);
  };
  const lines = ["import * as Hero from './hero';", "import * as OpenDays from './open-days';"];
  expect(exposed(`import type { T } from 'x';\n${lines.join('\n')}\nexport const exposes = {};\n`)).toEqual({
    Hero: 'hero',
    OpenDays: 'open-days',
  });
  expect(() => exposed('export const exposes = {};')).toThrow('src/exposes.ts imports no module');
  rmSync(directory, { recursive: true });
});
