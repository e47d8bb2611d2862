export { manifestOf, readRelease, renameRelease, type ReleaseFiles } from './renamed-release';
export type { BuiltRelease } from '../built-release';
