import path from 'node:path';
import { readRemote } from '@vidlunnia/settings/topology';
import { repositoryRoot } from '../../process/repository';
import { publish } from '../publish';
import { folderStore } from '@vidlunnia/releases/folder-store';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import type { Site } from '../site';
import type { Team } from '../team';
import { sampleRelease } from './sample-release';
import { temporaryFolder } from './temporary-folder';

export const blog = readRemote(path.join(repositoryRoot(), 'mfe-blog'));

/** The blog's team, with a target folder that ends with the test; `said` has the lines of its commands. */
export function sampleTeam(site: Site): Team & { readonly said: string[] } {
  const said: string[] = [];
  const target = temporaryTarget();
  return { remote: blog, environment: {}, target, site, said, say: (line) => said.push(line) };
}

/** A folder for releases that ends with the test. */
export const temporaryTarget = () => folderStore(temporaryFolder());

const { privateKey } = makeKeyPair();

/** Publishes sample releases, one after another. */
export async function publishSamples({ target }: Pick<Team, 'target'>, ...versions: string[]): Promise<void> {
  for (const version of versions) await publish(target, sampleRelease(version), privateKey);
}
