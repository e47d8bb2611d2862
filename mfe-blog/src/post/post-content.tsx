import { useMemo } from 'react';
import { sanitise } from '#sanitise';
import styles from './post-content.module.css';
import lists from './post-lists.module.css';
import tables from './post-tables.module.css';

interface PostContentProps {
  /** The post's HTML from the API. */
  readonly html: string;
}

/** A post's text, sanitised although the API promises safe HTML. */
export function PostContent({ html }: PostContentProps) {
  // Memoised, because React replaces the HTML whenever this object changes.
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
 * Whether the first paragraph is entirely in italics: an editor's note, for example that a client is fictional. CSS
 * cannot distinguish it from a paragraph with one word in italics.
 */
const NOTE_FIRST = /^\s*<p>\s*<em>(?:(?!<\/em>).)*<\/em>\s*<\/p>/s;
