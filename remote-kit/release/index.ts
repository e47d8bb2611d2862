export { directoryTarget } from './directory-target';
export { readHistory, readPointer } from './history';
export { readKey } from './keys';
export { publish } from './publish';
