import { expect, test } from '@jest/globals';
import { renderMarkdown } from '@vidlunnia/api/src/content/render-markdown';
import { mistakesInText } from './check-text';

const pictureAt = (url: string) =>
  url.startsWith('/api/') ? { url: encodeURI(url), width: 4, height: 3 } : undefined;
const mistakesOf = (text: string) =>
  mistakesInText(text, renderMarkdown(text, pictureAt)).map(
    (mistake) => `${String(mistake.line)}: ${mistake.text.replaceAll('\u00a0', ' ')}`,
  );

test.each([
  ['[а](http://x.example/а)', '0: посилання «http://x.example/а» — .* напишіть https://x.example/а'],
  ['[а](www.x.example)', 'напишіть https://www.x.example'],
  ['[а](t.me/vidlunnia)', 'напишіть https://t.me/vidlunnia'],
  ['[а](tg://resolve?domain=x)', 'напишіть адресу з https://'],
  ['[а](viber://chat?number=x)', 'телефон: tel:'],
  ['[а](//x.example)', 'напишіть https://x.example'],
  ['[а](a@b.co)', 'напишіть mailto:a@b.co'],
  ['[а](+380430000000)', 'напишіть tel:\\+380430000000'],
  ['[а](<tel:+380 43 000>)', 'лишіть цифри й \\+: tel:\\+38043000'],
  ['[а](blog/x)', 'напишіть /blog/x'],
  ['[а]()', 'немає адреси'],
  ['[а](ftp://x.example)', 'відвідувач не відкриє'],
  ['[а](javascript:alert)', 'посилання не читається'],
  ['[а](адреса з пробілом)', 'посилання не читається'],
  ['[[1]](б в)', 'посилання не читається'],
  ['[а\nб](в г)', '0: .* посилання не читається'],
  ['> [а\n\nб](https://x.example)', '2: .* посилання не читається'],
  ['[а][1]\n\n[1]: https://x.example', 'одразу за його текстом'],
  ['а\n\n![б](/api/covers/моя кава (1).jpg)', '2: «!\\[б\\].*» — картинка не читається.*кутові дужки'],
  ['<iframe src="https://x.example/a_b_c"></iframe>', '0: «<iframe .*» — відео .* дайте посилання'],
  ['<details>\n<p>а</p></details>', 'згорнутого тексту немає'],
  ['а <b>б</b>', 'теги HTML'],
  ['а <!-- б\n\nв', '0: «<!--» — прихованих приміток немає'],
  ['раз\n**«Цитата»**слово', '1: «\\*\\*» — знаки .* напишіть \\\\\\*\\\\\\*'],
  ['##Заголовок', 'поставте пробіл після ##'],
  ['| а | б |\n| 1 | 2 |', 'додайте рядок \\| --- \\|'],
  ['| а |\n| --- |\n| б | в |', '2: не все .*: «\\| б \\| в \\|» — клітинок більше'],
  ['а\n\n```\n[б](/blog)', '2: «```» — .* ще один такий рядок'],
  ['2026. Рік', '«2026.» .* напишіть 2026\\\\.'],
  ['1. а\n2. б\n5. в', '2: пункт 5 матиме на сайті номер 3'],
  ['```js\nа\n```', '0: не все .*: «```js» — після ``` нічого'],
  ['![а [б](https://x.example)](/api/a.svg)', '0: не все'],
])('%j: the mistake has its line and a remedy', (text, message) => {
  expect(mistakesOf(text)[0]).toMatch(new RegExp(message));
});

test.each([
  '# а\n\n##### б **в** _г_ ~~ґ~~ `<b>**`\n\n---\n> д\n> - е\n\n1. є\n1. ж\n\n7) з\n8) и',
  '[а](https://приклад.укр/ї%20&amp;б "в") <https://x.example/%D0%B0> <a@b.co> [https://x.example](https://x.example)',
  '[а](/blog) [а](#part-б) [а](mailto:a@b.co) [а](tel:+380-43-000)',
  '![а **б**](/api/covers/a.svg "в") ![](</api/covers/моя кава (1).jpg>) [![а](/api/a.svg)](/blog)',
  '| а \\| б | |\n|:-:|--:|\n| `1` | **2** |\n| 3 |',
  '5*3=15 \\*\\* <тег> a < b > c #хеш [дужки] [1] (а) &nbsp;&#1089; &amp;lt; 100%25 \\[а](б в) ____ +380 2026.',
  '```\n<b>\n    [а](б в)\n```\nа  \nб\\\nв',
])('%j is complete on its page', (text) => {
  expect(mistakesOf(text)).toEqual([]);
});
