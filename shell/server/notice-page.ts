import { text } from './escape';

/**
 * A page of words, for who gets no rendered one: without style, script or anything else that costs. `html` follows the
 * words as it is.
 */
export const noticePage = (title: string, words: string, html = ''): string =>
  [
    '<!doctype html>',
    '<html lang="uk">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>${text(title)} — Відлуння</title>`,
    `<main><h1>${text(title)}</h1>`,
    `<p>${text(words)}</p>`,
    html,
    '<p><a href="/">На головну</a></p></main>',
    '</html>',
  ].join('\n');
