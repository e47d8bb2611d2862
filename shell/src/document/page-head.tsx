import { useEffect } from 'react';
import type { PageHead } from '@vidlunnia/contracts';

/** Sets the document's title and description for the current page. Those of the first page are in its HTML. */
export function PageHeadTags({ head: { title, description } }: { readonly head: PageHead }) {
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description ?? '');
    // Phones share the canonical address: it must not remain that of the previous page.
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical) canonical.href = new URL(window.location.pathname, canonical.href).href;
  }, [title, description]);
  return null;
}
