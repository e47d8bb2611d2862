import { randomInt } from 'node:crypto';
import { findTestBrowser } from '@vidlunnia/scripts/stack';

/** Sets what workers read, which get this process's variables. */
export default function browserAndSeed(): void {
  process.env['CHROMIUM_PATH'] = findTestBrowser();
  process.env['SEED'] ??= String(randomInt(2_000_000_000));
  console.warn(`Random values are those of SEED=${process.env['SEED']}`);
}
