import { archivePath, postPath, type ModuleProps, type PostArchive } from '@vidlunnia/contracts';
import { ArrowLink, ButtonLink, FormattedDate, Wrap } from '@vidlunnia/ui';
import { coverName } from '../navigation';
import styles from './archive.module.css';
import { COPY } from './copy';
import { isMissing } from './is-missing';

type Group = PostArchive['groups'][number];

/** One page of all posts by category. */
export function Archive({ data }: ModuleProps<'blog/Archive'>) {
  if (data && isMissing(data)) return <Missing />;
  return (
    <Wrap className={styles.archive}>
      <header className={styles.head}>
        <h1 className={styles.title}>{COPY.title}</h1>
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

function Posts({ archive: { page, pages, categories, groups } }: { readonly archive: PostArchive }) {
  const idOf = (category: string) =>
    `rubryka-${String(categories.findIndex(({ name }) => name === category) + 1)}`;
  return (
    <>
      <nav className={styles.categories} aria-label={COPY.categories}>
        <ul>
          {categories.map(({ name, count, page: begins }) => (
            <li key={name}>
              <a href={`${begins === page ? '' : archivePath(begins)}#${idOf(name)}`}>
                {name} <span className={styles.count}>{count}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map((group) => (
        <CategoryPosts
          key={group.category}
          group={group}
          id={idOf(group.category)}
          continued={categories.some(({ name, page: begins }) => name === group.category && begins < page)}
        />
      ))}
      {pages > 1 && <Pages page={page} pages={pages} />}
    </>
  );
}

interface CategoryPostsProps {
  readonly group: Group;
  readonly id: string;
  /** Whether the category began on an earlier page. */
  readonly continued: boolean;
}

function CategoryPosts({ group: { category, posts }, id, continued }: CategoryPostsProps) {
  return (
    <section id={id} className={styles.category} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.name}>
        {continued ? COPY.continued(category) : category}
      </h2>
      <ul className={styles.posts}>
        {posts.map((post) => (
          <li key={post.id} className={styles.post}>
            <img
              className={styles.cover}
              data-cover={coverName(post.id)}
              src={post.image_url}
              width={1200}
              height={675}
              loading="lazy"
              alt=""
            />
            <div>
              <h3 className={styles.postTitle}>
                <a href={postPath(post.id)}>{post.title}</a>
              </h3>
              <p className={styles.excerpt}>{post.excerpt}</p>
              <p className={styles.facts}>
                <FormattedDate value={post.created_at} />, {post.author}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pages({ page, pages }: { readonly page: number; readonly pages: number }) {
  return (
    <nav className={styles.pages} aria-label={COPY.pages}>
      {page > 1 && (
        <ArrowLink direction="back" href={archivePath(page - 1)} rel="prev">
          {COPY.earlier}
        </ArrowLink>
      )}
      <ul>
        {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
          <li key={number}>
            <a
              href={archivePath(number)}
              aria-label={COPY.page(number)}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
      </ul>
      {page < pages && (
        <ArrowLink href={archivePath(page + 1)} rel="next">
          {COPY.later}
        </ArrowLink>
      )}
    </nav>
  );
}
