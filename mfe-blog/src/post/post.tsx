import { BACK_TO_POSTS_LINK, type ModuleProps, type Post as PostData } from '@vidlunnia/contracts';
import { ArrowLink, Badge, ButtonLink, classNames, FormattedDate, VisuallyHidden, Wrap } from '@vidlunnia/ui';
import type { ReactNode } from 'react';
import { BLOG_ADDRESS } from '../navigation';
import { Cover } from '../post-card/cover';
import { COPY } from './copy';
import { ContactStrip } from './contact-strip';
import { NextPosts } from './next-posts';
import { PostContent } from './post-content';
import styles from './post.module.css';

/** The content of a post's page. A post that failed to load counts as not found (specification, section 8). */
export function Post({ data }: ModuleProps<'blog/Post'>) {
  if (data === null) return <Missing />;
  return (
    <>
      <Article post={data} />
      <NextPosts posts={data.next ?? []} />
      <ContactStrip />
    </>
  );
}

function Missing() {
  return (
    <Wrap className={styles.missing}>
      <h1 className={styles.missingTitle}>{COPY.missing.title}</h1>
      <p className={styles.hint}>{COPY.missing.hint}</p>
      <ButtonLink href={BLOG_ADDRESS}>{COPY.back}</ButtonLink>
    </Wrap>
  );
}

function Article({ post }: { readonly post: PostData }) {
  return (
    <article>
      <Wrap as="header" className={styles.head}>
        <Badge className={styles.category}>
          <Labelled label={COPY.category}>{post.category}</Labelled>
        </Badge>
        <h1 className={styles.title}>{post.title}</h1>
        <p className={styles.facts}>
          <span className={styles.fact}>
            <Labelled label={COPY.published}>
              <FormattedDate value={post.created_at} />
            </Labelled>
          </span>
          <Author post={post} />
        </p>
      </Wrap>
      <div className={styles.cover}>
        <Cover post={post} sizes="100vw" loading="eager" fetchPriority="high" alt={post.image_alt} />
      </div>
      <Wrap className={styles.body}>
        <PostContent html={post.content} />
        <p className={styles.end}>
          <ArrowLink href={BLOG_ADDRESS} direction="back" {...BACK_TO_POSTS_LINK}>
            {COPY.back}
          </ArrowLink>
        </p>
      </Wrap>
    </article>
  );
}

/** The post's author; only known authors have a role, a portrait and a link. */
function Author({ post }: { readonly post: PostData }) {
  const { author, author_role: role, author_portrait: portrait, author_link: link } = post;
  return (
    <span className={classNames(styles.fact, styles.author)}>
      {portrait && (
        <img
          className={styles.portrait}
          src={portrait.url}
          {...(portrait.srcset !== undefined && { srcSet: portrait.srcset, sizes: '3rem' })}
          width={portrait.width}
          height={portrait.height}
          // React preloads eager pictures, before the cover.
          loading="lazy"
          alt=""
        />
      )}
      <span>
        <Labelled label={COPY.author}>{link === undefined ? author : <a href={link}>{author}</a>}</Labelled>
        {role !== undefined && `, ${role}`}
      </span>
    </span>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A value with a label for screen readers; for others, position and style suffice. */
function Labelled({ label, children }: LabelledProps) {
  return (
    <>
      <VisuallyHidden>{`${label} `}</VisuallyHidden>
      {children}
    </>
  );
}
