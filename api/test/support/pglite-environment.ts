import { PGlite } from '@electric-sql/pglite';
import { TestEnvironment } from 'jest-environment-node';

// While it starts, PGlite sets a ten-second timer that would keep Jest waiting after the last test.
const { setTimeout: startTimer } = globalThis;
globalThis.setTimeout = Object.assign(
  (...parameters: Parameters<typeof startTimer>) => startTimer(...parameters).unref(),
  startTimer,
);

// One for all files of a test worker: starting it takes seconds.
const pglite = new PGlite();

void pglite.waitReady.finally(() => {
  globalThis.setTimeout = startTimer;
});

/**
 * Node environment with a PGlite in memory. PGlite imports modules dynamically, which the vm context of a Jest test
 * file can't, so that it is loaded out here and handed in. Jest wants a default export.
 */
export default class PgliteEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    this.global['pglite'] = pglite;
  }
}
