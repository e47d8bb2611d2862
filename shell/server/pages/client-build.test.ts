/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { SITE_PARTS } from '../../testing/sample-document';
import { readStarter } from './client-build';

test('a starter that would end its element is rejected', () => {
  const dist = mkdtempSync(path.join(tmpdir(), 'starter-'));
  mkdirSync(path.join(dist, 'client'));
  for (const text of ['"</script>"', '"</SCRIPT "', '"<!--"']) {
    writeFileSync(path.join(dist, 'client/starter.js'), `let a=${text};`);
    expect(() => readStarter(dist, SITE_PARTS.build)).toThrow('starter.js would end its element');
  }
  rmSync(dist, { recursive: true });
});
