import BrowserEnvironment from './browser-environment';

/** A browser in which the server's rendering runs too: what it makes is what the browser's code goes on from. */
export default class ServedPageEnvironment extends BrowserEnvironment {
  override exportConditions() {
    return ['node', 'node-addons'];
  }

  override async setup() {
    await super.setup();
    Object.assign(this.global, { setImmediate });
  }
}
