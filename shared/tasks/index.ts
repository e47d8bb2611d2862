export { BROWSER_ARGUMENTS } from '../environment/browser-arguments';
export { findBrowser, findTestBrowser } from '../environment/find-browser';
export { dataFolder } from '../environment/places';
export { interruption } from '../process/interruption';
export { publishBuilds } from '../release/publish-builds';
export { freePorts } from './ports';
export { startProof } from './proofs';
export { startStack, type Stack } from './stack';
export { copyTree } from './dev/workspace';
