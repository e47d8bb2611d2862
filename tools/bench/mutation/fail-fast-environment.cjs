const { TestEnvironment } = require(`jest-environment-${process.env['TEST_ENVIRONMENT']}`);

/** Limit of a test of a mutant: many faults make it wait forever. Without a mutant, a busy machine may need longer. */
const TIMEOUT_MS = 5_000;

/** Jest's environment `TEST_ENVIRONMENT`, except that it skips the rest of a test file after a failure. */
module.exports = class extends TestEnvironment {
  hasFailed = false;

  async handleTestEvent({ name, test }) {
    if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
    if (name === 'test_start' && process.env['__STRYKER_ACTIVE_MUTANT__']) test.timeout = TIMEOUT_MS;
    if (name === 'test_done') this.hasFailed ||= test.errors.length > 0;
  }
};
