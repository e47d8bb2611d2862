import { TestEnvironment } from 'jest-environment-jsdom';

/** Browser APIs that jsdom lacks and React Router needs. Not `fetch`: each test provides its own responses. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup() {
    await super.setup();
    // A mouse, and reduced motion not chosen.
    const matchMedia = (query: string) => ({ matches: query === '(hover: hover)' });
    Object.assign(this.global, { TextEncoder, Request, Response, Headers, matchMedia });
  }
}
