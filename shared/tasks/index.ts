export { BROWSER_ARGUMENTS } from './browser-arguments';
export { publishBuilds } from '../release/publish-builds';
export { freePorts } from './ports';
export { startStack, type Stack } from './stack';
