export {
  BROWSER_ARGUMENTS,
  findBrowser,
  findTestBrowser,
  installedWholeBrowser,
  installedTestBrowser,
  pinnedBrowser,
} from '@vidlunnia/remote-kit/process/find-browser';
export { freePort } from '@vidlunnia/settings/machine';
export { publishAllTeams } from '@vidlunnia/remote-kit/release/publish';
export { runToSuccess } from '@vidlunnia/remote-kit/process/run';
export { copySources, copyTree } from './copy-sources';
export { freePorts, startStack, type Stack } from './stack';
