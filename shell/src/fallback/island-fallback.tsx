import type { ModuleId } from '@vidlunnia/contracts';
import { Button } from '@vidlunnia/ui';
import { ContactText, TEXTS } from '../site';
import { PageHeadTags } from '../document/page-head';
import { LOST_POST_HEAD } from '../pages/page-heads';
import { rowOf } from '../pages/page-table';
import styles from './fallback.module.css';

interface IslandFallbackProps {
  readonly id: ModuleId;
  /** The visitor wants the island to be tried again. Without it nothing can be: there is no button. */
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
}

/** Shown where an island failed. */
export function IslandFallback({ id, onRetry, retrying = false }: IslandFallbackProps) {
  const { holdsTitle, fallback, within } = rowOf(id);
  const Text = holdsTitle ? 'h1' : 'p';
  return (
    <div className={styles.room} data-whole={!within}>
      <div className={styles.fallback}>
        {id === 'blog/Post' ? (
          <PostWords />
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
  );
}

/** A post is its page: without it the page still needs a title, and the visitor another way to the agency. */
function PostWords() {
  return (
    <>
      <PageHeadTags head={LOST_POST_HEAD} />
      <h1>{TEXTS['fallback.post.title']}</h1>
      <p className={styles.text}>
        <ContactText>{TEXTS['fallback.post']}</ContactText>
      </p>
    </>
  );
}
