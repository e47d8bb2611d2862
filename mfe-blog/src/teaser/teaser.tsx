import { archivePath, type ModuleProps } from '@vidlunnia/contracts';
import { ArrowLink, classNames, laidOutLater, SectionHead, Wrap } from '@vidlunnia/ui';
import { useId } from 'react';
import { BLOG_SECTION } from '../navigation';
import { PostCard } from '../post-card/post-card';
import { COPY } from './copy';
import styles from './teaser.module.css';

/** The home page's blog section. Without posts only its head is shown (specification, section 8). */
export function Teaser({ data }: ModuleProps<'blog/Teaser'>) {
  const titleId = useId();
  const posts = data ?? [];
  return (
    <section id={BLOG_SECTION} className={classNames(styles.blog, laidOutLater)} aria-labelledby={titleId}>
      <Wrap>
        <SectionHead label={COPY.label} title={COPY.title} titleId={titleId} lead={COPY.lead} />
        {posts.length > 0 && (
          <>
            <div className={styles.posts}>
              {posts.map((post, index) => (
                <PostCard key={post.id} post={post} leads={index === 0} />
              ))}
            </div>
            <p className={styles.all}>
              <ArrowLink href={archivePath()}>{COPY.all}</ArrowLink>
            </p>
          </>
        )}
      </Wrap>
    </section>
  );
}
