export { directoryTarget } from './directory-target';
export { readHistory, readPointer } from './history';
export { readKey } from './keys';
export { originFolder } from '../environment/places';
export {
  LONGEST_PREVIEW,
  makePreviewToken,
  PREVIEW_PATH,
  readPreviewToken,
  type PreviewGrant,
} from './preview-token';
export { publish } from './publish';
export {
  formatRemoteList,
  parseRemoteList,
  REMOTE_LIST_LIMIT,
  signatureFileOf,
  type RemoteList,
} from './remote-list';
export { incompatibilities, shellContract } from './shell-contract';
export { styleProblems } from './style-problems';
export { isSignedBy, makeKeyPair, signManifest } from './signature';
export { editRemotes } from './edit-remotes';
