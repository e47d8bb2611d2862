export { manifestOf, readRelease, renameRelease, type ReleaseFiles } from './renamed-release';
export { openBrowserGate } from '../browser-gate/browser-gate';
export type { BuiltRelease } from '../built-release';
