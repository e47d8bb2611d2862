import { decoded, ESCAPED, markdown, OTHER, type Rendered } from '@vidlunnia/api/src/content/render-markdown';

/** A mistake in a text, with its remedy in Ukrainian; lines are counted from 0. */
interface TextMistake {
  readonly line: number;
  readonly text: string;
}

/**
 * Names what a text loses on its way to the page: texts, links and headings that visitors do not get as they were
 * meant. Links to own pages and missing pictures are checked with the whole content.
 */
export function mistakesInText(text: string, rendered: Rendered): TextMistake[] {
  const lines = text.split(/\r\n?|\n/);
  const known = [
    ...[...marksIn(rendered), ...badAddresses(rendered)],
    ...[...badNumbers(rendered), ...openListings(lines, rendered)],
  ];
  const shownPictures = rendered.html.match(/<img /g)?.length ?? 0;
  // The comparison would only repeat them.
  return known.length > 0 || shownPictures < rendered.pictures.length
    ? known.sort((one, other) => one.line - other.line)
    : [...lostText(lines, rendered)];
}

const TAGS: Readonly<Record<string, string>> = {
  iframe: 'відео не\u00a0вставляється; дайте посилання на\u00a0нього: [назва відео](https://…)',
  details: 'згорнутого тексту немає; зробіть підзаголовок\u00a0### і\u00a0абзац під\u00a0ним',
};
const TAG =
  'теги HTML відвідувач побачить як\u00a0текст; приберіть\u00a0їх, а\u00a0вигляд дайте кнопками редактора';

/** A text in brackets, which may have brackets in two levels. */
const BRACKETS = String.raw`\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\]`;

/** Marks of Markdown and HTML that visitors would see as text, because nothing was made of them. */
const MARKS: readonly (readonly [mark: RegExp, remedy: (found: string, name: string) => string])[] = [
  [
    /<!--|<[?!][a-z]/gi,
    () => 'прихованих приміток немає: відвідувач побачить\u00a0їх; приберіть примітку разом зі\u00a0знаками',
  ],
  [/<\/?([a-z][a-z0-9-]*)(?:[\s/][^<>]*)?>/gi, (_, name) => TAGS[name.toLowerCase()] ?? TAG],
  [
    new RegExp(String.raw`!${BRACKETS}\([^\n]*`, 'g'),
    () =>
      'картинка не\u00a0читається: в\u00a0адресі пробіл або\u00a0дужка; візьміть адресу в\u00a0кутові дужки: ![опис](</api/covers/моя кава.jpg>)',
  ],
  [
    // Or the end of a link that begins in another paragraph.
    new RegExp(String.raw`(?:(?<!!)${BRACKETS}|^[^[${ESCAPED}]*\])\([^\n]*`, 'g'),
    () =>
      'посилання не\u00a0читається: має бути [текст](https://…), без пробілів в\u00a0адресі; якщо це не\u00a0посилання, напишіть\u00a0\\[',
  ],
  [
    /\[[^\]]+\]\[[^\]]*\]|^\[[^\]\n]+\]:[ \t]*\S*[/.]\S*/gm,
    () => 'адреса посилання має стояти одразу за\u00a0його текстом: [текст](https://…)',
  ],
  [
    /\*\*|~~/g,
    (mark) =>
      `знаки\u00a0${mark} лишилися в\u00a0тексті; не\u00a0ставте всередині них пробілів на\u00a0краях, а\u00a0поруч ззовні — літер. Якщо це просто знаки, напишіть ${mark.replaceAll(/./g, String.raw`\$&`)}`,
  ],
  [/^#{2,6}(?=[^\s#])/gm, (mark) => `це не\u00a0заголовок; поставте пробіл після\u00a0${mark}`],
  [/^#{7,}/gm, () => 'це не\u00a0заголовок; лишіть два, три або чотири знаки\u00a0#'],
  [
    /^\|.*\|[ \t]*$/gm,
    () =>
      'це не\u00a0таблиця; під\u00a0першим її\u00a0рядком додайте рядок | --- | --- |, по\u00a0--- на\u00a0стовпець',
  ],
];

function* marksIn({ texts }: Rendered): Iterable<TextMistake> {
  const named = new Set<string>();
  for (const { part, line } of texts) {
    for (const [mark, remedy] of MARKS) {
      for (const { 0: found, 1: name = '', index } of part.matchAll(mark)) {
        const text = remedy(found, name);
        const key = name || text;
        if (named.has(key)) continue;
        named.add(key);
        yield { line: line + linesBefore(part, index), text: `«${shown(found)}» — ${text}` };
      }
    }
  }
}

const MAX_SHOWN = 60;
const shown = (text: string) => {
  const plain = text.replaceAll('\n', ' ').replaceAll(OTHER, '').replaceAll(ESCAPED, '');
  return plain.length > MAX_SHOWN ? `${plain.slice(0, MAX_SHOWN)}…` : plain;
};

const linesBefore = (text: string, index: number): number => text.slice(0, index).split('\n').length - 1;

/** An address as people write it. */
export const readable = (address: string): string => plain(markdown.normalizeLinkText(address));

const HTTPS = 'https://';

/** The first pattern that matches decides. An empty remedy means that the address is valid. */
const ADDRESSES: readonly (readonly [address: RegExp, remedy: (address: string) => string])[] = [
  [/^https:\/\/[^/]/i, () => ''],
  [/^(?:#|\/(?!\/))/, () => ''],
  [/^mailto:[^@\s]+@[^@\s]+$/i, () => ''],
  [/^tel:\+?\d[\d().-]*$/i, () => ''],
  [/^$/, () => 'у\u00a0посилання немає адреси; впишіть\u00a0її в\u00a0круглі дужки'],
  [
    /^http:\/\//i,
    (address) => `потрібна захищена адреса; напишіть ${HTTPS}${address.slice('http://'.length)}`,
  ],
  [/^\/\//, (address) => `напишіть https:${address}`],
  [/^tel:/i, (address) => `у\u00a0номері лишіть цифри й\u00a0+: tel:${address.replace(/[^\d+]/g, '')}`],
  [/^(?:tg|viber|whatsapp|skype):/i, () => APP],
  [/^[^@\s/:]+@[^@\s/:]+$/, (address) => `це пошта; напишіть mailto:${address}`],
  [/^\+?[\d() -]{7,}$/, (address) => `це телефон; напишіть tel:${address.replace(/[^\d+]/g, '')}`],
  [/^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]|$)/u, (address) => `напишіть ${HTTPS}${address}`],
  [/^blog(?:\/|$)/, (address) => `адреси цього сайту починаються з\u00a0/; напишіть /${address}`],
];
const APP =
  'така адреса працює не\u00a0в\u00a0усіх; напишіть адресу з\u00a0https:// (як-от https://t.me/…) або\u00a0телефон: tel:+380…';
const UNKNOWN =
  'такої адреси відвідувач не\u00a0відкриє; напишіть https://…, /blog/…, mailto:… або\u00a0tel:…';

function* badAddresses({ tokens }: Rendered): Iterable<TextMistake> {
  for (const { part, line } of tokens) {
    const address = part.type === 'link_open' ? part.attrGet('href') : null;
    if (address === null) continue;
    const written = readable(address);
    const remedy = ADDRESSES.find(([pattern]) => pattern.test(written));
    const text = remedy ? remedy[1](written) : UNKNOWN;
    if (text !== '') yield { line, text: `посилання «${shown(written)}» — ${text}` };
  }
}

/** Above it, a number is a year at the start of a sentence. */
const MAX_NUMBER = 999;

/** Numbers of list items that the page would show differently. */
function* badNumbers({ tokens }: Rendered): Iterable<TextMistake> {
  const lists: { first?: number; items: number }[] = [];
  for (const { part, line } of tokens) {
    if (part.type.endsWith('_list_open')) lists.push({ items: 0 });
    else if (part.type.endsWith('_list_close')) lists.pop();
    else if (part.type === 'list_item_open' && part.info !== '') {
      const list = lists.at(-1);
      const number = Number(part.info);
      if (!list) continue;
      const shownNumber = (list.first ??= number) + list.items;
      list.items += 1;
      if (number > MAX_NUMBER)
        yield {
          line,
          text: `«${part.info}.» на\u00a0початку рядка стає номером у\u00a0переліку; напишіть ${part.info}\\.`,
        };
      else if (number !== shownNumber && number !== list.first)
        yield {
          line,
          text: `пункт\u00a0${part.info} матиме на\u00a0сайті номер\u00a0${String(shownNumber)}; виправте номери або\u00a0напишіть ${part.info}\\.`,
        };
    }
  }
}

/** Listings without an end, which hold the rest of the text. */
function* openListings(lines: readonly string[], { tokens }: Rendered): Iterable<TextMistake> {
  for (const { part, line } of tokens) {
    const last = part.type === 'fence' && part.map ? part.map[1] - 1 : undefined;
    const isOpen =
      last !== undefined && (last === line || !/^[\s>]*(?:`{3,}|~{3,})\s*$/.test(lines[last] ?? ''));
    if (isOpen)
      yield {
        line,
        text: `«${part.markup}» — після тексту, який показати як\u00a0є, має бути ще один такий рядок`,
      };
  }
}

/** The first line that the page does not show completely. The page has the text's letters and digits in the same order. */
function* lostText(source: readonly string[], rendered: Rendered): Iterable<TextMistake> {
  const lines = withoutNumbers(source, rendered);
  const letters = lines.map(lettersOf);
  const written = letters.join('');
  const published = publishedText(rendered).map(lettersOf).join('');
  if (written === published) return;
  let at = 0;
  while (at < written.length && written[at] === published[at]) at += 1;
  let line = 0;
  for (let end = 0; line < lines.length - 1; line += 1) if ((end += letters[line]?.length ?? 0) > at) break;
  const where = lines[line]?.trim() ?? '';
  const hint = HINTS.find(([start]) => where.startsWith(start))?.[1] ?? 'перепишіть рядок простіше';
  yield { line, text: `не\u00a0все з\u00a0цього рядка буде на\u00a0сайті: «${shown(where)}» — ${hint}` };
}

const HINTS = [
  ['|', 'клітинок більше, ніж стовпців у\u00a0таблиці; знак | у\u00a0тексті пишіть як\u00a0\\|'],
  ['```', 'після\u00a0``` нічого не\u00a0пишіть'],
] as const;

/** The numbers of list items are not text; `badNumbers` checks them. */
function withoutNumbers(lines: readonly string[], { tokens }: Rendered): string[] {
  const rest = [...lines];
  for (const { part, line } of tokens)
    if (part.type === 'list_item_open') rest[line] = rest[line]?.replace(part.info + part.markup, '') ?? '';
  return rest;
}

const ON_PAGE = /<(\/?)([a-z0-9]+)([^<>]*)>|[^<]+/g;

/** What a page holds of its text, in the order in which Markdown has it: an address follows its text. */
function publishedText({ html, pictures, tokens }: Rendered): string[] {
  const links = tokens.filter(({ part }) => part.type === 'link_open');
  const names = [...pictures];
  const open: string[] = [];
  return [...html.matchAll(ON_PAGE)].flatMap(([found, end, tag, attributes = '']) => {
    if (tag === undefined) return found;
    const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    if (tag === 'img') return [value('alt'), names.shift() ?? '', value('title')];
    if (tag !== 'a') return [];
    if (end !== '') return open;
    // `<https://…>` is text and address.
    const href = links.shift()?.part.markup === 'autolink' ? '' : readable(plain(value('href')));
    open.splice(0, 2, href, value('title'));
    return [];
  });
}

/** Letters and digits, which Markdown itself has only in numbers of lists and names of characters. */
const lettersOf = (text: string): string =>
  (plain(text).match(/[\p{L}\p{M}\p{N}]/gu) ?? []).join('').toLowerCase();

/** A text whose characters are not encoded, neither as `&#38;` nor as `%26`. */
function plain(text: string): string {
  const next = markdown.utils.unescapeAll(text).replaceAll(/(?:%[0-9a-f]{2})+/gi, decoded);
  return next === text ? text : plain(next);
}
