import { useLayoutEffect, useRef } from 'react';
import type { PageHead } from '@vidlunnia/contracts';
import { PageHeadTags } from '../document/page-head';
import { KEPT_HTML } from '../islands/places';
import { isSamePage, pageAt, type Page } from '../pages/pages';

/** The page as it came from the server. Its content is no React tree: islands live in it, the rest is HTML. */
export class ServedPage {
  readonly head: PageHead;
  /** The nodes of `main`, kept for the visitor's way back. */
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

  /** Whether this is what the visitor sees at a page's address. */
  shows(page: Page): boolean {
    return !this.#isGone && isSamePage(this.#page, page);
  }

  /** The visitor goes to a page. A page that was not complete is made anew when they come back. */
  leaveFor(page: Page): void {
    if (!this.#complete && !this.shows(page)) this.#isGone = true;
  }
}

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
