import { useLayoutEffect, useRef } from 'react';
import { PageHeadTags } from '../document/page-head';
import { KEPT_HTML } from '../islands/kept-html';
import type { ServedPage } from './served-page';

/** The content that came from the server: left alone, and put back when the visitor returns to its page. */
export function ServedContent({ served: { content, head } }: { readonly served: ServedPage }) {
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (content.some(({ parentNode }) => parentNode !== main.current))
      main.current?.replaceChildren(...content);
  }, [content]);
  return (
    <>
      <PageHeadTags head={head} />
      <main ref={main} id="main" tabIndex={-1} {...KEPT_HTML} />
    </>
  );
}
