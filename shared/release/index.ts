export { incompatibilities } from './incompatibilities';
export {
  isSignedBy,
  makeKeyPair,
  publicKeyOf,
  readPublicKeys,
  signDescription,
  type KeyPair,
} from './signature';
