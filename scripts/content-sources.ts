import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { api, remotes } from '@vidlunnia/settings/topology';

export const API_CONTENT = path.join(repositoryRoot(), api.folder, 'content');
export const OWNER_FILE = path.join(repositoryRoot(), 'shared/content/owner.json');
/** The content of the home remote: released with its code, kept in a version to know what changed. */
export const HOME_CONTENT = path.join(repositoryRoot(), remotes.home.folder, 'content');

/** Everything that the owner edits, by its place in a version. */
export const CONTENT_SOURCES = {
  '.': API_CONTENT,
  'owner.json': OWNER_FILE,
  [remotes.home.folder]: HOME_CONTENT,
};
