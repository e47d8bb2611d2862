export { checkBudget, weighClient } from './budgets/budgets';
export { buildRemote } from './build-remote';
export { contractDeclarations, federationRuntime, sharedVersions } from './compatibility';
export { precompress, writeJson } from './output';
export { keepWebpack, runWebpack } from './run-webpack';
export { checkSources, isFresh, isRemoteFresh, markFresh, sourceVersion } from './source-version';
export { baseConfig, type Build, type Side } from './webpack/base-config';
export { exposedModules, remoteConfig } from './webpack/remote-config';
