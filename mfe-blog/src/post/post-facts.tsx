import type { Post } from '@vidlunnia/shared/contracts';
import { FormattedDate } from '@vidlunnia/shared/ui';
import { copy } from '../copy/copy';
import { Labelled } from './labelled';
import styles from './post-facts.module.css';

export interface PostFactsProps {
  readonly post: Post;
}

/** When a post appeared, and whose it is. */
export function PostFacts({ post }: PostFactsProps) {
  return (
    <p className={styles.facts}>
      <span className={styles.fact}>
        <Labelled text={copy['post.published']}>
          <FormattedDate value={post.created_at} />
        </Labelled>
      </span>
      <span className={styles.fact}>
        <Labelled text={copy['post.author']}>{post.author}</Labelled>
      </span>
    </p>
  );
}
