import type { ModuleId } from '@vidlunnia/contracts';
import { Button, Wrap } from '@vidlunnia/ui';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { PageHeadTags } from '../document/page-head';
import { LOST_POST_HEAD } from '../pages/pages';
import { isZoneId, rowOf, sectionOf } from '../pages/page-table';
import { ContactText, TEXTS } from '../site';
import styles from './places.module.css';

/** Keeps React away from server HTML in an element: it neither reads nor changes it. */
export const KEPT_HTML = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } } as const;

/** A section that is not loaded has a place with its id. A zone that is not loaded takes no space. */
function Place({ id, children }: { readonly id: ModuleId; readonly children: ReactNode }) {
  if (isZoneId(id)) return null;
  const section = sectionOf(id);
  return section ? <section id={section}>{children}</section> : children;
}

/** Shown while an island is loading. Its text appears after a delay; a post's at once. */
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

/** The post page while its post is loading (specification, section 2). */
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
  /** Called when the visitor wants a retry. Absent on a server: then there is no button. */
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
}

/** Shown instead of a failed island, with a retry button. */
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

/**
 * A post is its whole page: without it the page still needs a title, and the visitor another way to contact the agency.
 */
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
 * The server's elements of an island whose own code crashed while it was made live, with the visitor's input. Their
 * links and forms work as without scripts.
 */
export function Kept({ nodes }: { readonly nodes: readonly Element[] }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    // Inserting elements that are already there would remove the focus.
    if (nodes.some(({ parentNode }) => parentNode !== current)) current?.replaceChildren(...nodes);
  }, [nodes]);
  return <div ref={place} className={styles.kept} />;
}
