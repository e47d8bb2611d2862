import { useEffect } from 'react';
import type { PageHead } from '@vidlunnia/shared/contracts';

/** Sets the document's title and description for the page that is shown. The first page's come with its HTML. */
export function PageHeadTags({ head: { title, description } }: { readonly head: PageHead }) {
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description ?? '');
  }, [title, description]);
  return null;
}
