import type { PageHead, PostArchive } from '@vidlunnia/contracts';
import { COPY } from './copy';
import { isMissing } from './is-missing';

/**
 * Head of a page of the archive; `null` when posts could not be loaded. A category differs from all posts in title and
 * description: search engines leave out pages with those of another.
 */
export const archiveHead = (archive: PostArchive | null): PageHead =>
  archive && isMissing(archive)
    ? { title: COPY.missing.pageTitle, description: COPY.description, missing: true }
    : {
        title: COPY.pageTitle(archive?.page ?? 1, archive?.category),
        description:
          archive?.category === undefined ? COPY.description : COPY.categoryDescription(archive.category),
      };
