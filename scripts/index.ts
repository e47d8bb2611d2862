export { BROWSER_ARGUMENTS } from '@vidlunnia/remote-kit/environment/browser-arguments';
export { findBrowser, findTestBrowser } from '@vidlunnia/remote-kit/environment/find-browser';
export { dataFolder } from '@vidlunnia/remote-kit/environment/places';
export { interruption } from '@vidlunnia/remote-kit/process/interruption';
export { publishBuilds } from '@vidlunnia/remote-kit/release/publish-builds';
export { copySources } from './copy-sources';
export { freePorts } from './ports';
export { startProof } from './proofs';
export { startStack, type Stack } from './stack';
