import BrowserEnvironment from './browser-environment';

/** A browser that can also run the server's rendering, for tests of hydration. */
export default class ServedPageEnvironment extends BrowserEnvironment {
  override exportConditions() {
    return ['node', 'node-addons'];
  }

  override async setup() {
    await super.setup();
    Object.assign(this.global, { setImmediate });
  }
}
