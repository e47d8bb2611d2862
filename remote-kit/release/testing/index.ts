export { manifestOf, readRelease, renameRelease, type ReleaseFiles } from './renamed-release';
export { openGate } from '../gate/open-gate';
export type { BuiltRelease } from '../built-release';
