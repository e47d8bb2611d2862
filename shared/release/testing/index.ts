export { descriptionOf, readRelease, renameRelease, type ReleaseFiles } from './renamed-release';
