import path from 'node:path';
import { getter, setting, SWITCH, TEXT, whole, type Environment } from '@vidlunnia/settings';
import { dataFolder, repositoryRoot } from '@vidlunnia/settings/machine';

/** Settings that several parts of the site share. docs/settings.md describes them. */
export const CONTENT_SETTINGS = {
  contentDir: setting('CONTENT_DIR', TEXT, undefined),
  telegramDetails: setting('TELEGRAM_DETAILS', SWITCH, false),
  retentionMonths: setting('RETENTION_MONTHS', whole(0, 1_200), 12),
} as const;

/** The remote whose team's key signs links to drafts of the content. */
export const CONTENT_SIGNER = 'home';

/** Folder of the site's live content: `CONTENT_DIR`, else one in `DATA_DIR`. */
export const contentFolder = (environment: Environment): string =>
  path.resolve(
    repositoryRoot(),
    getter(environment)(CONTENT_SETTINGS.contentDir) ?? path.join(dataFolder(environment), 'content'),
  );

/** Files and folders that the owner edits, by their paths in a version of the content. */
export const contentSources = () => ({
  '.': path.join(repositoryRoot(), 'api/content'),
  'owner.json': path.join(repositoryRoot(), 'shared/content/owner.json'),
});
