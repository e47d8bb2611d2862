import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { repositoryRoot } from '../environment/repository';
import { remoteList, remotes } from '../environment/topology';
import { exposedModules } from './exposed-modules';
import { remoteConfig } from './webpack/remote-config';

test('the exposed modules are those of the contract', () => {
  const ids = remoteList.flatMap((remote) =>
    Object.keys(exposedModules(remote)).map((module) => `${remote.name}/${module}`),
  );
  const contract = readFileSync(path.join(repositoryRoot, 'shared/contracts/modules.ts'), 'utf8');
  const named = [...contract.matchAll(/^ {2}'(\w+\/\w+)': ModuleContract/gm)].map(([, id]) => id);
  expect(ids.sort()).toEqual(named.sort());
});

describe.each(Object.values(remotes))('$name', (remote) => {
  test.each(Object.keys(exposedModules(remote)))('has its %s where both builds look for it', (module) => {
    const configs = remoteConfig(remote.directory)({ mode: 'production', version: 'v', output: '/out' });
    const sources = configs.map(({ plugins }) => {
      const entry = new RegExp(`"\\./${module}":\\{"import":"([^"]+)"`).exec(JSON.stringify(plugins));
      return entry?.[1];
    });
    expect(sources).toEqual([expect.any(String), sources[0]]);
    expect(existsSync(path.join(remote.directory, sources[0] ?? ''))).toBe(true);
  });
});

describe('a remote of other modules', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'exposes-'));
    mkdirSync(path.join(root, 'mfe-x/src'), { recursive: true });
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });
  const exposed = (source: string) => {
    writeFileSync(path.join(root, 'mfe-x/src/exposes.ts'), source);
    return exposedModules({ directory: path.join(root, 'mfe-x') });
  };

  test('exposes one more when its list has a line more', () => {
    const lines = ["import * as Hero from './hero';", "import * as OpenDays from './open-days';"];
    expect(exposed(`import type { T } from 'x';\n${lines.join('\n')}\nexport const exposes = {};\n`)).toEqual(
      {
        Hero: 'hero',
        OpenDays: 'open-days',
      },
    );
  });

  test('is named when its list cannot be read', () => {
    expect(() => exposed('export const exposes = {};')).toThrow('mfe-x/src/exposes.ts imports no module');
  });
});
