export { readKey } from './keys';
export { publish, releasesAt } from './publish';
export { folderTarget } from './team';
