import { TestEnvironment } from 'jest-environment-jsdom';

/** What browsers have, jsdom lacks, and React Router needs. `fetch` is not among it: a request is a test's own matter. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup() {
    await super.setup();
    Object.assign(this.global, { TextEncoder, Request, Response, Headers });
  }
}
