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
