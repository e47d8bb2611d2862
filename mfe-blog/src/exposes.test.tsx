/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { exposes } from './exposes';
import { COPY } from './teaser/copy';
import { samplePost, sampleSummaries } from './testing/samples';

const { Archive, Post, Teaser } = exposes;

const logged = [jest.spyOn(console, 'error'), jest.spyOn(console, 'warn')];
afterEach(() => {
  for (const log of logged) expect(log).not.toHaveBeenCalled();
});

test.each([
  ['Teaser with posts', <Teaser.default key="" data={sampleSummaries(3)} />, `${COPY.title}</h2>`],
  ['Teaser without', <Teaser.default key="" data={null} />, `${COPY.title}</h2>`],
  ['Archive without posts', <Archive.default key="" data={null} />, 'Усе, що ми написали</h1>'],
  ['Post', <Post.default key="" data={samplePost()} />, 'Стаття 1</h1>'],
  ['Post not found', <Post.default key="" data={null} />, 'Стаття не знайдена</h1>'],
])('%s renders on the server, without inline styles or scripts', (_, element, heading) => {
  const html = renderToString(element);
  expect(html).toContain(heading);
  // The site's policy forbids them.
  expect(html).not.toMatch(/ style=|<style|<script| on[a-z]+=/);
});
