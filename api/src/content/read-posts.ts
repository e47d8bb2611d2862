import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { posts } from '../database/schema';
import type { ContentProblem } from './content-problems';
import { splitFrontMatter } from './front-matter';
import { checkFrontMatter } from './post-front-matter';
import { renderMarkdown } from './render-markdown';

type PostRow = typeof posts.$inferInsert;

/** Reads `posts/*.md` below the content folder; what is wrong goes to `problems`. */
export async function readPosts(folder: string, problems: ContentProblem[]): Promise<PostRow[]> {
  const covers = new Set(await baseNames(join(folder, 'covers'), '.svg'));
  const rows: PostRow[] = [];
  for (const name of await baseNames(join(folder, 'posts'), '.md')) {
    const fileName = `${name}.md`;
    const result = readPost(await readFile(join(folder, 'posts', fileName), 'utf8'), fileName, covers);
    if (Array.isArray(result)) problems.push(...result.map((mend) => ({ file: `posts/${fileName}`, mend })));
    else rows.push(result);
  }
  return rows;
}

function readPost(text: string, fileName: string, covers: ReadonlySet<string>): PostRow | string[] {
  try {
    const { fields, body } = splitFrontMatter(text);
    const checked = checkFrontMatter(fields, fileName, covers);
    if (Array.isArray(checked)) return checked;
    const content = renderMarkdown(body);
    if (content === '') return ['write the post below the front matter'];
    const { cover, created_at, ...rest } = checked;
    return { ...rest, content, image_url: `/api/covers/${cover}.svg`, created_at: new Date(created_at) };
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

async function baseNames(folder: string, extension: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .sort();
}
