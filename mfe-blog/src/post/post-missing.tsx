import { ButtonLink, Wrap } from '@vidlunnia/shared/ui';
import { copy } from '../copy/copy';
import { BLOG_ADDRESS } from '../navigation/blog-section';
import styles from './post-missing.module.css';

export function PostMissing() {
  return (
    <Wrap className={styles.missing}>
      <h1 className={styles.title}>{copy['post.notFound.title']}</h1>
      <p className={styles.hint}>{copy['post.notFound.hint']}</p>
      <ButtonLink href={BLOG_ADDRESS}>{copy['post.back.bottom']}</ButtonLink>
    </Wrap>
  );
}
