import { brotliCompressSync } from 'node:zlib';
import type { BareInput } from './bare-server';

/** Elements that stand in a line of text. */
const INLINE = /^\/?(?:a|abbr|b|br|em|i|small|span|strong|sub|sup|time|wbr)$/;

/** What the server of bytes sends for a page's text. */
export async function barePage(url: string): Promise<BareInput> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  const body = brotliCompressSync(bareDocument(await response.text()));
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': String(body.length),
    },
    body: body.toString('base64'),
  };
}

/** The least that says what a page says: its text in paragraphs, in one document with a line of style. */
export function bareDocument(html: string): string {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
  const paragraphs = body
    .replace(/<(script|style|svg|template)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(\/?[a-z0-9]+)\b[^>]*>/g, (_, tag: string) => (INLINE.test(tag) ? '' : '\n'))
    .split(/\n+/)
    .filter((text) => text.trim() !== '')
    .map((text) => `<p>${text.trim()}</p>`);
  return [
    '<!doctype html><html lang="uk"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">',
    `<title>${/<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''}</title>`,
    '<style>body{font:1rem/1.5 sans-serif}</style>',
    ...paragraphs,
  ].join('\n');
}
