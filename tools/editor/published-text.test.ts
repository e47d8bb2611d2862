/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { renderMarkdown } from '@vidlunnia/api/src/content/render-markdown';
import { sanitise as sanitiseInBrowser } from '@vidlunnia/mfe-blog/src/sanitise/browser';
import { sanitise as sanitiseOnServer } from '@vidlunnia/mfe-blog/src/sanitise/server';
import { mistakesInText } from '@vidlunnia/scripts/owners-check/check-text';
import fc from 'fast-check';

/** `TEXTS=50000 npm run test:unit -- published-text` generates more; `--seed` repeats a run. */
const TEXTS = Number(process.env['TEXTS'] ?? 150);

/** What somebody who writes a text means to be on its page. */
interface Meant {
  readonly kind: 'text' | 'link' | 'picture' | 'heading';
  /** The text, or the address of a link or a picture. */
  readonly value: string;
}

/** A piece of Markdown. */
interface Piece {
  readonly markdown: string;
  readonly meant: readonly Meant[];
}

const piece = (markdown: string, ...meant: (Meant | readonly Meant[])[]): Piece => ({
  markdown,
  meant: meant.flat(),
});
const text = (value: string): Meant => ({ kind: 'text', value });

const word = fc.nat(999).map((number) => piece(`слово${String(number)}я`, text(`слово${String(number)}я`)));

const words = (text: string) => text.split(' ');

const GOOD_ADDRESSES = [
  'https://x.example/a_b',
  'https://приклад.укр/ї?а=%D0%B1&в',
  '/blog/kava',
  '/#services',
  '#part-а',
];
const OTHER_ADDRESSES = [
  ...words('http://x.example //x.example www.x.example t.me/x tg://x viber://x javascript:x a@b.co <x x)y'),
  ...['', 'x y', 'tel:+380 43', 'data:text/html,x', 'java&#10;script:x', '<https://x.example/a b>'],
];
const GOOD_PICTURES = ['/api/covers/a.svg', '</api/covers/моя кава (1).jpg>', '/api/covers/%D0%B0.png'];
const OTHER_PICTURES = ['/api/covers/моя кава (1).jpg', '/api/a b.png', '/api/covers/(a.png'];

const link = (addresses: readonly string[], inside: fc.Arbitrary<Piece>) =>
  fc
    .tuple(inside, fc.constantFrom(...addresses), fc.option(word))
    .map(([{ markdown, meant }, address, title]) =>
      piece(
        `[${markdown}](${address}${title ? ` "${title.markdown}"` : ''})`,
        meant,
        { kind: 'link', value: address },
        title?.meant ?? [],
      ),
    );

const picture = (addresses: readonly string[]) =>
  fc
    .tuple(word, fc.constantFrom(...addresses))
    .map(([alt, address]) =>
      piece(`![${alt.markdown}](${address})`, alt.meant, { kind: 'picture', value: address }),
    );

const wrapped = (marks: readonly (readonly [string, string])[], inside: fc.Arbitrary<Piece>) =>
  fc
    .tuple(fc.constantFrom(...marks), inside)
    .map(([[before, after], { markdown, meant }]) => piece(before + markdown + after, meant));

const joined = (inner: fc.Arbitrary<Piece>, separators: readonly string[]) =>
  fc
    .array(fc.tuple(inner, fc.constantFrom(...separators)), { minLength: 1, maxLength: 5 })
    .map((parts) =>
      piece(
        parts.map(([each, separator], index) => (index === 0 ? '' : separator) + each.markdown).join(''),
        ...parts.map(([each]) => each.meant),
      ),
    );

const PLAIN = words(String.raw`«Цитата», 5*3=15 \*\* &nbsp; &amp;lt; #хеш [1] <тег> а_б_в 100%25 🥐 \[`);
const ODD = ['<p title="', ...words('<!-- --> <br> </p> ** __ ~~ [ ]( ![ > &# %D0 | <?x :')];

const inlineOf = (isGood: boolean): fc.Arbitrary<Piece> => {
  const separators = isGood ? [' ', '\n', ', ', ' — '] : [' ', '\n', '', '«', '»', '!', '  \n', '\\\n', '\t'];
  const plain = fc.constantFrom(...(isGood ? PLAIN : [...PLAIN, ...ODD])).map((mark) => piece(mark));
  const marks = [
    ['**', '**'],
    ['_', '_'],
    ['*', '*'],
    ['~~', '~~'],
    ['`', '`'],
  ] as const;
  const html = [
    ['<b>', '</b>'],
    ['<iframe src="https://x.example/a_b">', '</iframe>'],
    ['<!-- ', ' -->'],
    ['<!--', ''],
    ['<script>', '</script>'],
    ['<details><summary>', '</summary>'],
    ['<p title="', ''],
    ['**«', '»**'],
    ['**', ' **'],
    ['<', '>'],
  ] as const;
  const phrase = joined(word, [' ']);
  const nested = joined(
    fc.oneof(word, plain, wrapped(marks, phrase), ...(isGood ? [] : [wrapped(html, phrase)])),
    separators,
  );
  return joined(
    fc.oneof(
      ...[word, plain, wrapped(marks, phrase), link(GOOD_ADDRESSES, phrase), picture(GOOD_PICTURES)],
      ...(isGood
        ? []
        : [
            wrapped([...marks, ...html], nested),
            link([...GOOD_ADDRESSES, ...OTHER_ADDRESSES], nested),
            picture(OTHER_PICTURES),
          ]),
    ),
    separators,
  );
};

/** All lines begin like the first: `> ` of quotes, spaces of list items. */
const indented = (first: string, others: string, { markdown, meant }: Piece) =>
  piece(first + markdown.replaceAll('\n', `\n${others}`), meant);

const blockOf = (isGood: boolean): fc.Arbitrary<Piece> => {
  const inline = inlineOf(isGood);
  const line = inline.map(({ markdown, meant }) => piece(markdown.replaceAll(/\s*\n/g, ' '), meant));
  const heading = fc
    .tuple(
      fc.constantFrom(...(isGood ? ['# ', '## ', '##### '] : ['# ', '###### ', '##', '####### '])),
      joined(word, [' ']),
    )
    .map(([mark, { markdown, meant }]) =>
      piece(
        mark + markdown,
        meant,
        ...meant.slice(0, 1).map((first) => ({ ...first, kind: 'heading' as const })),
      ),
    );
  const list = fc
    .tuple(
      fc.constantFrom('- ', '1. ', '3) ', ...(isGood ? [] : ['2026. ', '7. '])),
      fc.array(inline, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
    )
    .map(([mark, items, isOdd]) => {
      const parts = items.map((item, index) =>
        indented(
          isGood || !isOdd ? mark : mark.replace(/\d+/, (first) => String(Number(first) + 2 * index)),
          '     ',
          item,
        ),
      );
      return piece(parts.map(({ markdown }) => markdown).join('\n'), ...parts.map(({ meant }) => meant));
    });
  const cells = fc.array(isGood ? fc.oneof(word, link(GOOD_ADDRESSES, word)) : line, {
    minLength: 2,
    maxLength: isGood ? 2 : 3,
  });
  const table = fc
    .tuple(
      fc.constantFrom('|---|--:|\n', ...(isGood ? [] : ['', '|-|\n'])),
      fc.array(cells, { minLength: 2, maxLength: 3 }),
    )
    .map(([divider, rows]) => {
      const lines = rows.map((row) => `| ${row.map(({ markdown }) => markdown).join(' | ')} |\n`);
      return piece([lines[0], divider, ...lines.slice(1)].join(''), ...rows.flat().map(({ meant }) => meant));
    });
  const listing = fc
    .tuple(
      fc.constantFrom('```\n', ...(isGood ? [] : ['``` js\n', '~~~\n', '```слово\n'])),
      joined(word, [' ', '\n']),
    )
    .map(([fence, { markdown, meant }]) => piece(`${fence}${markdown}\n${fence.slice(0, 3)}`, meant));
  const quote = inline.map((each) => indented('> ', '> ', each));
  const odd = fc
    .tuple(inline, word)
    .map(([each, { markdown, meant }]) => [
      piece(`    ${each.markdown}`, each.meant),
      piece(`${each.markdown}\n---`, each.meant),
      piece(`[${markdown}]: https://x.example "${markdown}"`, meant),
      piece(`<div>\n${each.markdown}\n</div>`, each.meant),
      piece(`${'> '.repeat(120)}${markdown}`, meant),
      piece(`<!--\n${each.markdown}`, each.meant),
    ]);
  const blocks = [inline, heading, list, table, listing, quote];
  if (!isGood) blocks.push(odd.chain((each) => fc.constantFrom(...each)));
  return fc.oneof(...blocks);
};

const textOf = (block: fc.Arbitrary<Piece>) =>
  fc
    .array(block, { minLength: 1, maxLength: 4 })
    .map((parts) =>
      piece(parts.map(({ markdown }) => markdown).join('\n\n'), ...parts.map(({ meant }) => meant)),
    );
const goodBlock = blockOf(true);
const GOOD = textOf(goodBlock);
/** Most blocks are good: a mistake in one hides what is lost in another. */
const ANY = textOf(fc.oneof({ weight: 2, arbitrary: goodBlock }, { weight: 1, arbitrary: blockOf(false) }));

const FILES = new Set(['/api/covers/a.svg', '/api/covers/моя кава (1).jpg', '/api/covers/а.png']);
const pictureAt = (name: string) =>
  FILES.has(name) ? { url: encodeURI(name), width: 4, height: 3 } : undefined;

function read(markdown: string) {
  const rendered = renderMarkdown(markdown, pictureAt);
  const missing = rendered.pictures.filter((name) => !pictureAt(name));
  return { html: rendered.html, mistakes: [...missing, ...mistakesInText(markdown, rendered)] };
}

/** What is meant to be on a page and is not there. */
function missingOn(html: string, meant: readonly Meant[]): Meant[] {
  const page = document.createElement('template');
  page.innerHTML = html;
  const elements = (selector: string) => [...page.content.querySelectorAll(selector)];
  const values = (selector: string, name: string) =>
    elements(selector).map((element) => element.getAttribute(name) ?? '');
  const texts = [page.content.textContent, ...values('img', 'alt'), ...values('[title]', 'title')].join(' ');
  const addressOf = (written: string) => new URL(written.replaceAll(/[<>]/g, ''), 'https://own.example').href;
  const found: Record<Meant['kind'], (value: string) => boolean> = {
    text: (value) => texts.includes(value),
    heading: (value) => elements('h2, h3, h4').some(({ textContent }) => textContent.includes(value)),
    link: (value) => values('a[href]', 'href').map(addressOf).includes(addressOf(value)),
    picture: (value) => values('img', 'src').map(addressOf).includes(addressOf(value)),
  };
  return meant.filter(({ kind, value }) => !found[kind](value));
}

const assertForAll = (texts: fc.Arbitrary<Piece>, holds: (text: Piece) => void) => {
  fc.assert(fc.property(texts, holds), { seed: jest.getSeed(), numRuns: TEXTS });
};

test('every text, link, picture and heading stands on the page, or the check names a mistake', () => {
  assertForAll(ANY, ({ markdown, meant }) => {
    const { html, mistakes } = read(markdown);
    if (mistakes.length > 0) return;
    // Text, because jsdom has no Trusted Types.
    const inBrowser: unknown = sanitiseInBrowser(html);
    for (const page of [sanitiseOnServer(html), inBrowser])
      expect(typeof page === 'string' && missingOn(page, meant)).toEqual([]);
  });
});

test('a text of supported marks has no mistakes, and is complete', () => {
  assertForAll(GOOD, ({ markdown, meant }) => {
    const { html, mistakes } = read(markdown);
    expect(mistakes).toEqual([]);
    expect(missingOn(sanitiseOnServer(html), meant)).toEqual([]);
  });
});
