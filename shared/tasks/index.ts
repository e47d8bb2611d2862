export { BROWSER_ARGUMENTS } from './browser-arguments';
export { freePorts } from './ports';
export { startStack, type Stack, type StackOptions } from './stack';
