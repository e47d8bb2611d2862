import type { PageHead, PostArchive } from '@vidlunnia/contracts';
import { COPY } from './copy';
import { isMissing } from './is-missing';

/** Head of a page of the archive; `null` when posts could not be loaded. */
export const archiveHead = (archive: PostArchive | null): PageHead =>
  archive && isMissing(archive)
    ? { title: COPY.missing.pageTitle, description: COPY.description, missing: true }
    : {
        title: COPY.pageTitle(archive?.page ?? 1, archive?.category),
        description: COPY.description,
      };
