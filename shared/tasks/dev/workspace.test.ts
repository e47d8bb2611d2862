import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { copyTree } from './workspace';

test('in a copy of the tree our own packages are the copy’s, all others the tree’s; nothing is built', async () => {
  const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'workspace-')));
  try {
    await copyTree(copy, ['shared']);
    // Begun again, as by the next start.
    await copyTree(copy, ['shared']);
    const { resolve } = createRequire(path.join(copy, 'mfe-blog/src/exposes.ts'));
    expect(realpathSync(resolve('@vidlunnia/shared/ui'))).toBe(path.join(copy, 'shared/ui/index.ts'));
    expect(realpathSync(resolve('react'))).toBe(realpathSync(require.resolve('react')));
    expect(existsSync(path.join(copy, 'shell/dist'))).toBe(false);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
