export { manifestOf, readRelease, renameRelease, type ReleaseFiles } from './renamed-release';
