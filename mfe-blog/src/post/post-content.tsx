import { useMemo } from 'react';
import { sanitise } from '#sanitise';
import styles from './post-content.module.css';
import lists from './post-lists.module.css';
import tables from './post-tables.module.css';

interface PostContentProps {
  /** The post's HTML from the API. */
  readonly html: string;
}

/** A post's text. Sanitised here, even if the API promises safe HTML: the page trusts no HTML of others. */
export function PostContent({ html }: PostContentProps) {
  // The object is kept, not only its text: React replaces the HTML whenever the object changes.
  const content = useMemo(() => ({ __html: sanitise(html) }), [html]);
  return (
    <div
      className={[styles.prose, lists.lists, tables.tables].join(' ')}
      data-opening={NOTE_FIRST.test(html) ? 'note' : 'lead'}
      dangerouslySetInnerHTML={content}
    />
  );
}

/**
 * A first paragraph entirely in italics: an editor's note, for example that a case study's client is fictional. CSS
 * cannot distinguish it from a paragraph with one word in italics.
 */
const NOTE_FIRST = /^\s*<p>\s*<em>(?:(?!<\/em>).)*<\/em>\s*<\/p>/s;
