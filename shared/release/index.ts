export { directoryTarget } from './directory-target';
export { incompatibilities } from './incompatibilities';
export { readKey } from './keys';
export { originFolder } from './places';
export { publish } from './publish';
export {
  isSignedBy,
  makeKeyPair,
  publicKeyOf,
  readPublicKeys,
  signDescription,
  type KeyPair,
} from './signature';
