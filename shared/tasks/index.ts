export { BROWSER_ARGUMENTS } from '../environment/browser-arguments';
export { publishBuilds } from '../release/publish-builds';
export { freePorts } from './ports';
export { startStack, type Stack } from './stack';
