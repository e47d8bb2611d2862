export { BROWSER_ARGUMENTS } from '../environment/browser-arguments';
export { dataFolder } from '../environment/places';
export { publishBuilds } from '../release/publish-builds';
export { freePorts } from './ports';
export { startStack, type Stack } from './stack';
export { copyTree } from './dev/workspace';
