import { expect, test } from '@jest/globals';
import { savePage } from './saved-page';

const PAGE = `<head>
<link rel="preload" href="/a.woff2" as="font" crossorigin>
<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css" data-href="b.css">
<style data-href="c.css">.c {}</style>
<script src="/shell.js" defer></script><link rel="preload" href="/entry.js" as="script">
<script type="application/json">{"a": 1}</script>
</head><body><p>луна</p></body>`;

test('a saved page has its styles in their places and no script', async () => {
  const saved = await savePage(PAGE, (href) => Promise.resolve(`/* $& ${href} */`));
  expect(saved.replaceAll('\n', '')).toBe(
    '<head><link rel="preload" href="/a.woff2" as="font" crossorigin>' +
      '<style>/* $& /a.css */</style><style>/* $& /b.css */</style><style data-href="c.css">.c {}</style>' +
      '</head><body><p>луна</p></body>',
  );
});

test('a style sheet that cannot be read is no page to compare with', async () => {
  await expect(savePage(PAGE, () => Promise.reject(new Error('404')))).rejects.toThrow('404');
});
