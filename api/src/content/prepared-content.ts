import type { Post, PostSummary } from '@vidlunnia/shared/contracts/schemas';
import type { PreviewText } from '../previews/compose-preview';
import { HOME_ID, HOME_TEXT, type Previews } from '../previews/previews';
import type { Content } from './content';
import { prepare, prepareJson, type Prepared } from './prepared';

/** What the API says of its content files, as bytes. */
export class PreparedContent {
  readonly services: Prepared;
  readonly #allPosts: Prepared;
  /** As JSON, newest first. */
  readonly #summaries: readonly string[];
  readonly #firstPosts = new Map<number, Prepared>();
  readonly #posts: ReadonlyMap<string, Prepared>;
  readonly #pictures: ReadonlyMap<string, Prepared>;
  readonly #previewTexts: ReadonlyMap<string, PreviewText>;

  constructor(
    { services, posts, pictures }: Content,
    private readonly previews: Previews,
  ) {
    this.services = prepareJson(JSON.stringify(services));
    this.#summaries = posts.map((post) => JSON.stringify(summaryOf(post)));
    this.#allPosts = prepareJson(listOf(this.#summaries));
    this.#posts = new Map(posts.map((post) => [post.id, prepareJson(JSON.stringify(post))]));
    this.#pictures = new Map([...pictures].map(([name, bytes]) => [name, prepare(bytes, 'image/svg+xml')]));
    this.#previewTexts = new Map([
      [HOME_ID, HOME_TEXT],
      ...posts.map(({ id, title, category }) => [id, { title, label: category }] as const),
    ]);
  }

  /** Posts without their content, newest first: the first `limit`, or all. */
  posts(limit = Infinity): Prepared {
    if (limit >= this.#summaries.length) return this.#allPosts;
    const kept = this.#firstPosts.get(limit);
    if (kept) return kept;
    const prepared = prepareJson(listOf(this.#summaries.slice(0, limit)));
    this.#firstPosts.set(limit, prepared);
    return prepared;
  }

  post(id: string): Prepared | undefined {
    return this.#posts.get(id);
  }

  /** @param name such as `covers/cover-1.svg` */
  picture(name: string): Prepared | undefined {
    return this.#pictures.get(name);
  }

  /** The link preview of a post, or of the home page. */
  preview(id: string): Promise<Prepared> | undefined {
    const text = this.#previewTexts.get(id);
    return text && this.previews.image(id, text);
  }
}

const summaryOf = ({ id, title, excerpt, category, image_url, created_at, author }: Post): PostSummary => ({
  id,
  title,
  excerpt,
  category,
  image_url,
  created_at,
  author,
});

const listOf = (items: readonly string[]): string => `[${items.join(',')}]`;
