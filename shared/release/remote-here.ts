import path from 'node:path';
import { remoteList, type Remote } from '../environment/topology';

/** The remote in whose folder npm runs its script. */
export function remoteHere(directory = process.cwd()): Remote {
  const folder = path.basename(directory);
  const remote = remoteList.find((candidate) => candidate.folder === folder);
  if (!remote) throw new Error(`${folder} is not a remote of shared/environment/topology.ts`);
  return remote;
}
