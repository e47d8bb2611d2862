import { expect, test } from '@jest/globals';
import { bareDocument } from './bare-page';

test('a bare page has the text of another in paragraphs, and no more of it', () => {
  const html = `<html><head><title>Луна</title><style>h1 {}</style></head><body class="a">
    <h1>Що <em>чути</em></h1><svg><title>знак</title></svg><ul><li>раз&nbsp;два</li><li></li></ul>
    <script type="application/json">{"a": 1}</script></body></html>`;
  const bare = bareDocument(html);
  expect(bare.match(/<title>.*?<\/title>|<p>.*?<\/p>/g)).toEqual([
    '<title>Луна</title>',
    '<p>Що чути</p>',
    '<p>раз&nbsp;два</p>',
  ]);
  expect(bare).not.toMatch(/script|svg|h1/);
});
