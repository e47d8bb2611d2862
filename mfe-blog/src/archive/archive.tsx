import { archivePath, type ModuleProps, type PostArchive } from '@vidlunnia/contracts';
import { ArrowLink, ButtonLink, Wrap } from '@vidlunnia/ui';
import { PostCard } from '../post-card/post-card';
import styles from './archive.module.css';
import { COPY } from './copy';
import { isMissing } from './post-archive';

/** One page of all posts, or of one category's posts. */
export function Archive({ data }: ModuleProps<'blog/Archive'>) {
  if (data && isMissing(data)) return <Missing />;
  return (
    <Wrap className={styles.archive}>
      <header className={styles.head}>
        <h1 className={styles.title}>{data?.category ?? COPY.title}</h1>
        <p className={styles.lead}>{COPY.lead}</p>
      </header>
      {data === null ? (
        <p>{COPY.failed}</p>
      ) : data.pages === 0 ? (
        <p>{COPY.none}</p>
      ) : (
        <Posts archive={data} />
      )}
    </Wrap>
  );
}

function Missing() {
  const { title, text, back } = COPY.missing;
  return (
    <Wrap className={styles.archive}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{text}</p>
      <p className={styles.back}>
        <ButtonLink href={archivePath()}>{back}</ButtonLink>
      </p>
    </Wrap>
  );
}

function Posts({ archive }: { readonly archive: PostArchive }) {
  const { category, categories, posts } = archive;
  const all = categories.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <nav className={styles.categories} aria-label={COPY.categories}>
        <ul>
          {[{ name: undefined, count: all }, ...categories].map(({ name, count }) => (
            <li key={name ?? ''}>
              <a href={archivePath(1, name)} aria-current={name === category ? 'page' : undefined}>
                {name ?? COPY.all} <span className={styles.count}>{count}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ul className={styles.posts}>
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} as="div" heading="h2" />
          </li>
        ))}
      </ul>
      {archive.pages > 1 && <Pages {...archive} />}
    </>
  );
}

function Pages({ page, pages, category }: PostArchive) {
  return (
    <nav className={styles.pages} aria-label={COPY.pages}>
      {page > 1 && (
        <ArrowLink direction="back" href={archivePath(page - 1, category)} rel="prev">
          {COPY.earlier}
        </ArrowLink>
      )}
      <ul>
        {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
          <li key={number}>
            <a
              href={archivePath(number, category)}
              aria-label={COPY.page(number)}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
      </ul>
      {page < pages && (
        <ArrowLink href={archivePath(page + 1, category)} rel="next">
          {COPY.later}
        </ArrowLink>
      )}
    </nav>
  );
}
