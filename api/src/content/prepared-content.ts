import type { Post, PostSummary } from '@vidlunnia/contracts/schemas';
import { HOME_ID, HOME_TEXT, type Previews } from '../previews/previews';
import type { Content } from './content';
import { prepare, prepareJson, type Prepared } from './prepared';
import { renderMarkdown } from './render-markdown';
import { nextPosts } from './next-posts';
import type { SourcePost } from './source';

/** What the API says of its content files, as bytes. */
export class PreparedContent {
  readonly services: Prepared;
  readonly #allPosts: Prepared;
  /** As JSON, newest first. */
  readonly #summaries: readonly string[];
  readonly #firstPosts = new Map<number, Prepared>();
  readonly #posts: ReadonlyMap<string, SourcePost>;
  readonly #renderedPosts = new Map<string, Prepared>();
  readonly #pictures: ReadonlyMap<string, Prepared>;

  constructor(
    { services, posts, pictures }: Content,
    private readonly previews: Previews,
  ) {
    this.services = prepareJson(JSON.stringify(services));
    this.#summaries = posts.map((post) => JSON.stringify(summaryOf(post)));
    this.#allPosts = prepareJson(listOf(this.#summaries));
    this.#posts = new Map(posts.map((post) => [post.id, post]));
    this.#pictures = new Map([...pictures].map(([name, bytes]) => [name, prepare(bytes, 'image/svg+xml')]));
  }

  /** Posts without their content, newest first: the first `limit`, or all. */
  posts(limit = Infinity): Prepared {
    if (limit >= this.#summaries.length) return this.#allPosts;
    return getOrMake(this.#firstPosts, limit, () => prepareJson(listOf(this.#summaries.slice(0, limit))));
  }

  post(id: string): Prepared | undefined {
    const post = this.#posts.get(id);
    return (
      post &&
      getOrMake(this.#renderedPosts, id, () =>
        prepareJson(JSON.stringify(render(post, nextPosts(post, [...this.#posts.values()])))),
      )
    );
  }

  /** @param name such as `covers/cover-1.svg` */
  picture(name: string): Prepared | undefined {
    return this.#pictures.get(name);
  }

  /** The link preview of a post, or of the home page. */
  preview(id: string): Promise<Prepared> | undefined {
    if (id === HOME_ID) return this.previews.image(id, HOME_TEXT);
    const post = this.#posts.get(id);
    if (!post) return undefined;
    const cover = this.picture(post.image_url.slice('/api/'.length))?.bytes.toString();
    const label = `Відлуння — ${post.category}`;
    return this.previews.image(id, { title: post.title, label, ...(cover !== undefined && { cover }) });
  }
}

const summaryOf = ({
  id,
  title,
  excerpt,
  category,
  image_url,
  created_at,
  author,
}: SourcePost): PostSummary => ({
  id,
  title,
  excerpt,
  category,
  image_url,
  created_at,
  author,
});

function render({ body, image_alt, description, ...post }: SourcePost, next: readonly SourcePost[]): Post {
  return { ...post, content: renderMarkdown(body), image_alt, description, next: next.map(summaryOf) };
}

function getOrMake<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

const listOf = (items: readonly string[]): string => `[${items.join(',')}]`;
