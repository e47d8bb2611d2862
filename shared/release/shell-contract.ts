import { remoteList } from '../environment/topology';
import type { ShellContract } from '../contracts/live-releases';
import { CONTRACT_VERSIONS } from '../contracts/modules';

/** What a shell of this tree that provides these packages offers to the remotes: releases have to fit it. */
export const shellContract = (shared: Readonly<Record<string, string>>): ShellContract => ({
  versions: [...CONTRACT_VERSIONS],
  modules: Object.fromEntries(remoteList.map(({ name, exposes }) => [name, [...exposes]])),
  shared: { ...shared },
});
