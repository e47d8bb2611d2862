import { useLayoutEffect, useRef } from 'react';
import type { PageHead } from '@vidlunnia/contracts';
import { PageHeadTags } from '../document/page-head';
import { KEPT_HTML } from '../islands/fallbacks';
import { isSamePage, pageAt, type Page } from '../pages/pages';

/** The page as the server rendered it. Its content is not one React tree: islands are live in it, the rest is HTML. */
export class ServedPage {
  readonly head: PageHead;
  /** The nodes of `main`, kept for the visitor's return. */
  readonly content: readonly Node[];
  readonly #page: Page;
  readonly #complete: boolean;
  #isGone = false;

  constructor(main: HTMLElement, complete: boolean) {
    const description = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '';
    this.head = { title: document.title, description };
    this.content = [...main.childNodes];
    this.#page = pageAt(window.location.pathname);
    this.#complete = complete;
  }

  /** Whether the visitor sees this content at a page's address. */
  shows(page: Page): boolean {
    return !this.#isGone && isSamePage(this.#page, page);
  }

  /** The visitor goes to another page. A page that was incomplete is rendered again when they return. */
  leaveFor(page: Page): void {
    if (!this.#complete && !this.shows(page)) this.#isGone = true;
  }
}

/** The content from the server: unchanged, and restored when the visitor returns to its page. */
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
