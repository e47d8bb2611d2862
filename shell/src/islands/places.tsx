import type { ModuleId } from '@vidlunnia/contracts';
import { Button, Wrap } from '@vidlunnia/ui';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { PageHeadTags } from '../document/page-head';
import { LOST_POST_HEAD } from '../pages/page-heads';
import { rowOf, sectionOf } from '../pages/page-table';
import { isZoneId } from '../pages/zones';
import { ContactText, TEXTS } from '../site';
import styles from './places.module.css';

/** Keeps React from the HTML that the server put into an element: it neither reads nor changes it. */
export const KEPT_HTML = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } } as const;

/** A section that is not there has a place with its id. A zone that is not there takes no room. */
function Place({ id, children }: { readonly id: ModuleId; readonly children: ReactNode }) {
  if (isZoneId(id)) return null;
  const section = sectionOf(id);
  return section ? <section id={section}>{children}</section> : children;
}

/** Shown where an island is on its way. Its words show for those who wait long; a post's show at once. */
export const Waiting = ({ id }: { readonly id: ModuleId }) => (
  <Place id={id}>
    {id === 'blog/Post' ? (
      <PostLoading />
    ) : (
      <div className={styles.waiting} data-whole={!rowOf(id).within}>
        <p className={styles.late}>{TEXTS['fallback.loading']}</p>
      </div>
    )}
  </Place>
);

/** The post page while its post is on the way (specification, section 2). */
const PostLoading = () => (
  <Wrap className={styles.page}>
    <div className={styles.loading} role="status">
      <span className={styles.echo} aria-hidden="true" />
      <h1>{TEXTS['post.loading']}</h1>
    </div>
  </Wrap>
);

interface FailedProps {
  readonly id: ModuleId;
  /** The visitor wants the island to be tried again. Without it nothing can be, as on a server: there is no button. */
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
}

/** Shown where an island failed, with a way to try again. */
export function Failed({ id, onRetry, retrying = false }: FailedProps) {
  const { holdsTitle, fallback, within } = rowOf(id);
  const Text = holdsTitle ? 'h1' : 'p';
  return (
    <Place id={id}>
      <div className={styles.room} data-whole={!within}>
        <div className={styles.fallback}>
          {id === 'blog/Post' ? (
            <LostPost />
          ) : (
            <Text className={styles.text}>
              <ContactText>{TEXTS[fallback ?? 'fallback.section']}</ContactText>
            </Text>
          )}
          {onRetry && (
            <Button variant="ghost" busy={retrying} onClick={onRetry}>
              {TEXTS[retrying ? 'fallback.retrying' : 'fallback.retry']}
            </Button>
          )}
        </div>
      </div>
    </Place>
  );
}

/** A post is its page: without it the page still needs a title, and the visitor another way to the agency. */
const LostPost = () => (
  <>
    <PageHeadTags head={LOST_POST_HEAD} />
    <h1>{TEXTS['fallback.post.title']}</h1>
    <p className={styles.text}>
      <ContactText>{TEXTS['fallback.post']}</ContactText>
    </p>
  </>
);

/**
 * What the server rendered, where the island's own code crashed as it was made live: the very elements, with what a
 * visitor typed in them. Links and forms in them work as without scripts.
 */
export function Kept({ nodes }: { readonly nodes: readonly Element[] }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    // Putting back what is there already would take the focus out of it.
    if (nodes.some(({ parentNode }) => parentNode !== current)) current?.replaceChildren(...nodes);
  }, [nodes]);
  return <div ref={place} className={styles.kept} />;
}
