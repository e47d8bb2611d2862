/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { exposes } from './exposes';
import { COPY } from './teaser/copy';
import { samplePost, sampleSummaries } from './testing/samples';

const { Archive, Post, Teaser } = exposes;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});

test('the exposed modules and their other exports', () => {
  const actual = Object.entries(exposes).map(([name, module]) => [name, ...Object.keys(module).sort()]);
  const expected = [
    ['Teaser', 'default', 'load'],
    ['Post', 'default', 'head', 'load'],
    ['Archive', 'default', 'head', 'load'],
  ];
  expect(actual).toEqual(expect.arrayContaining(expected));
});

test.each([
  ['Teaser with posts', <Teaser.default key="" data={sampleSummaries(3)} />, `${COPY.title}</h2>`],
  ['Teaser without', <Teaser.default key="" data={null} />, `${COPY.title}</h2>`],
  ['Archive without posts', <Archive.default key="" data={null} />, 'Усе, що ми написали</h1>'],
  ['Post', <Post.default key="" data={samplePost()} />, 'Стаття 1</h1>'],
  ['Post not found', <Post.default key="" data={null} />, 'Стаття не знайдена</h1>'],
])('%s renders on the server', (_, element, heading) => {
  expect(renderToString(element)).toContain(heading);
});

test('the markup has no inline styles or scripts, because the site’s policy forbids them', () => {
  const html =
    renderToString(<Post.default data={samplePost()} />) + renderToString(<Teaser.default data={null} />);
  expect(html).not.toMatch(/ style=|<style|<script| on[a-z]+=/);
});

test('titles with markup, quotes and emoji are text', () => {
  const title = '</script><script>alert("1")</script> 🥐 «лапки»';
  const html = renderToString(<Post.default data={samplePost({ title, image_alt: title })} />);
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; 🥐 «лапки»</h1>');
});

test('content with a closing script, quotes and emoji keeps its text and loses active parts', () => {
  const content =
    '<p title="x">Було: "так" 🥐</p></script><script>alert(1)</script><p>І &lt;/script&gt; теж.</p>';
  const html = renderToString(<Post.default data={samplePost({ content })} />);
  expect(html).toContain('<p>Було: "так" 🥐</p><p>І &lt;/script&gt; теж.</p>');
});
