import { parse } from 'yaml';

const FENCED = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/;

/**
 * Splits a Markdown file into its front matter and its body.
 * @throws Error saying what to mend
 */
export function splitFrontMatter(text: string): { fields: unknown; body: string } {
  const [, yaml, body = ''] = FENCED.exec(text) ?? [];
  if (yaml === undefined) throw new Error('begin the file with front matter between two lines of ---');
  return { fields: parse(yaml, { prettyErrors: true }), body };
}
