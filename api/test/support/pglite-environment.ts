import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { TestEnvironment } from 'jest-environment-node';
import { databasesForAll } from './databases-for-all';

/** PGlite's timers, for its statistics, keep no process waiting here. */
class TestPglite extends PGlite {
  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    return withQuietTimers(() => super.execProtocolRawSync(message));
  }
}

/** Calls `work`, with timers that do not keep the process: those that it sets, and those that they set in turn. */
function withQuietTimers<T>(work: () => T): T {
  const { setTimeout: startTimer } = globalThis;
  const startQuietly = (callback: () => void, delay?: number) =>
    startTimer(() => {
      withQuietTimers(callback);
    }, delay).unref();
  globalThis.setTimeout = Object.assign(startQuietly, startTimer);
  try {
    return work();
  } finally {
    globalThis.setTimeout = startTimer;
  }
}

// One for all files of a test worker: starting it takes a second.
const pglite = start();

async function start(): Promise<PGlite> {
  const image = await readFile(databasesForAll().pglite.image);
  const started = new TestPglite({ loadDataDir: new Blob([image]) });
  await started.waitReady;
  return started;
}

/**
 * Node environment with a PGlite in memory. PGlite imports modules dynamically, which the vm context of a Jest test
 * file can't, so that it is loaded out here and handed in. Jest wants a default export.
 */
export default class PgliteEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    this.global['pglite'] = await pglite;
  }
}
