import { CONTRACT_VERSIONS } from '@vidlunnia/shared/contracts';
import type { ShellContract } from '@vidlunnia/shared/contracts/live-releases';
import { remoteList } from '@vidlunnia/shared/topology';
import type { ClientBuild } from './client-build';

/** What this shell offers to the remotes: releases have to fit it. */
export const shellContract = ({ shared }: Pick<ClientBuild, 'shared'>): ShellContract => ({
  versions: [...CONTRACT_VERSIONS],
  modules: Object.fromEntries(remoteList.map(({ name, exposes }) => [name, [...exposes]])),
  shared,
});
