export { checkBudget, weighClient } from './budgets/budgets';
export { buildRemote } from './build-remote';
export { contractDeclarations, federationRuntime, sharedVersions } from './compatibility';
export { writeJson } from './json-file';
export { precompress } from './precompress';
export { keepWebpack, runWebpack } from './run-webpack';
export { checkSources, isFresh, isRemoteFresh, markFresh, sourceVersion } from './source-version';
export { baseConfig, type Build, type Side } from './webpack/base-config';
export { exposedModules, remoteConfig } from './webpack/remote-config';
