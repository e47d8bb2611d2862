import { postPath, type PostSummary } from '@vidlunnia/contracts';
import { ArrowLink, Badge, FormattedDate } from '@vidlunnia/ui';
import { COPY } from './copy';
import { Cover } from './cover';
import styles from './post-card.module.css';

interface PostCardProps {
  readonly post: PostSummary;
  /** Whether the card is larger than the others. */
  readonly leads?: boolean;
  /** On a post's page, only the post is an article. */
  readonly as?: 'article' | 'div';
  readonly heading?: 'h2' | 'h3';
}

export function PostCard({
  post,
  leads = false,
  as: Tag = 'article',
  heading: Heading = 'h3',
}: PostCardProps) {
  return (
    <Tag className={styles.card} data-leads={leads}>
      <Cover
        post={post}
        className={styles.cover}
        sizes="(min-width: 40rem) 50vw, 100vw"
        loading="lazy"
        alt=""
      />
      <p className={styles.meta}>
        <Badge>{post.category}</Badge>
        <FormattedDate value={post.created_at} />
      </p>
      <Heading className={styles.title}>{post.title}</Heading>
      <p className={styles.excerpt}>{post.excerpt}</p>
      {/* A visually hidden «: title» would get a space before it in the accessible name. */}
      <ArrowLink
        href={postPath(post.id)}
        aria-label={COPY.readMoreLabel(post.title)}
        cover
        className={styles.more}
      >
        {COPY.readMore}
      </ArrowLink>
    </Tag>
  );
}
