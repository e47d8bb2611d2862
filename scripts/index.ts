export {
  BROWSER_ARGUMENTS,
  findBrowser,
  findTestBrowser,
} from '@vidlunnia/remote-kit/environment/find-browser';
export { dataFolder } from '@vidlunnia/remote-kit/environment/places';
export { freePort } from '@vidlunnia/remote-kit/process/free-port';
export { publishBuilds } from '@vidlunnia/remote-kit/release/publish-builds';
export { runToSuccess } from '@vidlunnia/remote-kit/process/run-program';
export { copySources, copyTree } from './copy-sources';
export { freePorts } from './ports';
export { startStack, type Stack } from './stack';
