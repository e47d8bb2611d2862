import { useMemo } from 'react';
import { sanitise } from '#sanitise';
import styles from './post-content.module.css';
import lists from './post-lists.module.css';
import tables from './post-tables.module.css';

interface PostContentProps {
  /** The post's HTML as the API gives it. */
  readonly html: string;
}

/** A post's text. Sanitised here whatever the API promises: the page trusts no other party's HTML. */
export function PostContent({ html }: PostContentProps) {
  // The object is kept, not only its text: React replaces the whole HTML whenever it gets another object.
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
 * A first paragraph all in italics: an editor's note, such as one saying that a case study's client is made up. A style
 * sheet can't distinguish it from a paragraph with one word in italics.
 */
const NOTE_FIRST = /^\s*<p>\s*<em>(?:(?!<\/em>).)*<\/em>\s*<\/p>/s;
