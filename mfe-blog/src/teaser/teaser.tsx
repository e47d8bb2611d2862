import { useId } from 'react';
import type { ModuleProps } from '@vidlunnia/shared/contracts';
import { SectionHead, Wrap } from '@vidlunnia/shared/ui';
import { copy } from '../copy/copy';
import { BLOG_SECTION } from '../navigation/blog-section';
import { firstPosts } from './first-posts';
import { PostCard } from './post-card';
import styles from './teaser.module.css';

/** The home page's blog section. Posts that could not be loaded leave its head alone (specification, section 8). */
export function Teaser({ data }: ModuleProps<'blog/Teaser'>) {
  const titleId = useId();
  const posts = firstPosts(data ?? []);
  return (
    <section id={BLOG_SECTION} className={styles.blog} aria-labelledby={titleId}>
      <Wrap>
        <SectionHead
          echo={6}
          label={copy['blog.eyebrow']}
          title={copy['blog.title']}
          titleId={titleId}
          lead={copy['blog.lead']}
          split
        />
        {posts.length > 0 && (
          <div className={styles.posts}>
            {posts.map((post, index) => (
              <PostCard key={post.id} post={post} leads={index === 0} />
            ))}
          </div>
        )}
      </Wrap>
    </section>
  );
}
