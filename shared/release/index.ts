export { directoryTarget } from './directory-target';
export { readHistory, readPointer, type History, type HistoryEntry } from './history';
export { incompatibilities } from './incompatibilities';
export { readKey } from './keys';
export { originFolder } from '../environment/places';
export { publish } from './publish';
export { shellContract } from './shell-contract';
export type { ReleaseTarget } from './release-target';
export { isSignedBy, makeKeyPair, publicKeyOf, signManifest, type KeyPair } from './signature';
