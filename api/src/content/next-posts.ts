import type { SourcePost } from './source';

const COUNT = 2;

/**
 * Which posts to read after one: of the same category first, then those that were written before it, then the newest.
 * @param posts all, newest first
 */
export function nextPosts(post: SourcePost, posts: readonly SourcePost[]): SourcePost[] {
  const index = posts.indexOf(post);
  const others = [...posts.slice(index + 1), ...posts.slice(0, index)];
  const isAlike = ({ category }: SourcePost) => category === post.category;
  return [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))].slice(0, COUNT);
}
