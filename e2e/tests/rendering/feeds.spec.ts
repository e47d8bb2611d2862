import type { Page } from '@playwright/test';
import type { PostSummary } from '@vidlunnia/contracts';
import { ask, type Answer } from '../../support/raw-http';
import { expect, test } from '../../support/test';

const postsOf = async (site: string) =>
  JSON.parse((await ask(`${site}/api/blog`)).body.toString()) as PostSummary[];

/** Texts of elements of a name, in order. Throws for what is not well-formed; the browser is a parser here. */
const texts = (page: Page, { body }: Answer, name: string): Promise<string[]> =>
  page.evaluate(
    ([xml, tag]) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      const error = parsed.querySelector('parsererror');
      if (error) throw new Error(error.textContent);
      return [...parsed.getElementsByTagName(tag)].map(({ textContent }) => textContent);
    },
    [body.toString(), name] as const,
  );

test('/sitemap.xml lists home, the archive, the page on personal data and every post by its canonical address', async ({
  page,
  shared,
}) => {
  const posts = await postsOf(shared.url);
  const answer = await ask(`${shared.url}/sitemap.xml`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^application\/xml\b/);
  expect(answer.body.toString()).toContain('http://www.sitemaps.org/schemas/sitemap/0.9');
  const addresses = await texts(page, answer, 'loc');
  expect(addresses).toEqual([
    ...['/', '/blog', '/privacy'].map((path) => shared.url + path),
    ...posts.map(({ id }) => `${shared.url}/blog/${id}`),
  ]);
  const dates = await texts(page, answer, 'lastmod');
  expect(dates.slice(2).map((date) => Date.parse(date))).toEqual(
    posts.map(({ created_at }) => Date.parse(created_at)),
  );
  for (const address of addresses) {
    const { status, body } = await ask(address);
    expect.soft(status, address).toBe(200);
    expect.soft(body.toString(), address).toContain(`<link rel="canonical" href="${address}"`);
  }
});
