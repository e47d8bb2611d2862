import { TestEnvironment } from 'jest-environment-jsdom';

/** Browser APIs that jsdom lacks and React Router needs. Without `fetch`, because each test provides responses. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup() {
    await super.setup();
    // Like a visitor with a mouse and without reduced motion.
    const matchMedia = (query: string) => ({ matches: query === '(hover: hover)' });
    Object.assign(this.global, { TextEncoder, Request, Response, Headers, matchMedia });
  }
}
