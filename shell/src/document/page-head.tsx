import { useEffect } from 'react';
import type { PageHead } from '@vidlunnia/contracts';

/** Sets the document's title and description for the page that is shown. The first page's come with its HTML. */
export function PageHeadTags({ head: { title, description } }: { readonly head: PageHead }) {
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description ?? '');
    // Phones share the canonical address: it must not stay that of the page before.
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical) canonical.href = new URL(window.location.pathname, canonical.href).href;
  }, [title, description]);
  return null;
}
