export { freePorts } from './ports';
export { startStack, type Stack, type StackOptions } from './stack';
