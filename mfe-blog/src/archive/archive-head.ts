import type { PageHead, PostArchive } from '@vidlunnia/contracts';
import { COPY } from './copy';
import { isMissing } from './is-missing';

/**
 * Head of an archive page. `archive` is `null` if posts could not be loaded. Each category has its own title and
 * description, because search engines drop pages with repeated ones.
 */
export const archiveHead = (archive: PostArchive | null): PageHead =>
  archive && isMissing(archive)
    ? { title: COPY.missing.pageTitle, description: COPY.description, missing: true }
    : {
        title: COPY.pageTitle(archive?.page ?? 1, archive?.category),
        description:
          archive?.category === undefined ? COPY.description : COPY.categoryDescription(archive.category),
      };
