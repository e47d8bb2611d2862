import type { Post, PostSummary } from '@vidlunnia/contracts';
import { Head } from '../../support/html';
import { ask } from '../../support/raw-http';
import { expect, test } from '../../support/test';

const HOME_TITLE = 'Відлуння — діджитал-агенція у Вінниці: SMM, контент, ліди';
/** Which kind of space stands in a title is a matter of typography. */
const plain = (text: string) => text.replace(/\s/g, ' ');

const apiAnswer = async <Body>(site: string, path: string) =>
  JSON.parse((await ask(`${site}/api/${path}`)).body.toString()) as Body;

async function headAt(site: string, address: string): Promise<Head> {
  return new Head((await ask(site + address)).body.toString());
}

/** Width and height of a PNG, from its first chunk. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

async function expectPreviewImage(head: Head): Promise<void> {
  const image = head.meta('og:image') ?? '';
  expect(image).toMatch(/^http:\/\//);
  expect(head.meta('twitter:image')).toBe(image);
  const { status, headers, body } = await ask(image);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe(head.meta('og:image:type'));
  expect(sizeOf(body)).toEqual([Number(head.meta('og:image:width')), Number(head.meta('og:image:height'))]);
  expect(head.meta('og:image:alt')).toMatch(/\S/);
  expect(head.meta('twitter:image:alt')).toMatch(/\S/);
}

interface Organization {
  readonly '@id': string;
  readonly logo: { readonly url: string };
}

test('the home page’s head: title, description, canonical address, previews, the agency', async ({
  shared,
}) => {
  const head = await headAt(shared.url, '/');
  expect(plain(head.title)).toBe(HOME_TITLE);
  expect(head.meta('description')?.length).toBeGreaterThan(50);
  expect(head.meta('description')?.length).toBeLessThan(160);
  expect(head.links('canonical')).toEqual([{ rel: 'canonical', href: `${shared.url}/` }]);
  expect(head.meta('robots')).toBeNull();
  expect(head.meta('og:type')).toBe('website');
  expect(head.meta('og:url')).toBe(`${shared.url}/`);
  expect(head.meta('og:site_name')).toBe('Відлуння');
  expect(head.meta('og:locale')).toBe('uk_UA');
  expect(head.meta('og:title')).toMatch(/\S/);
  expect(head.meta('og:description')).toBe(head.meta('description'));
  expect(head.meta('twitter:card')).toBe('summary_large_image');
  expect(head.meta('twitter:title')).toBe(head.meta('og:title'));
  await expectPreviewImage(head);
  const { data } = head;
  expect(data).toEqual([
    expect.objectContaining({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Відлуння',
      url: `${shared.url}/`,
      telephone: '+380 43 000 00 00',
      email: 'hello@vidlunnia.example',
      address: expect.objectContaining({
        '@type': 'PostalAddress',
        addressLocality: 'Вінниця',
        addressCountry: 'UA',
      }),
    }),
  ]);
  const [organization] = data as [Organization];
  const logo = await ask(organization.logo.url);
  expect(logo.status).toBe(200);
  expect(logo.headers['content-type']).toMatch(/^image\//);
  expect(JSON.stringify(data)).toContain('"opens":"09:00","closes":"18:00"');
});

test('every post’s head: title and description like no other, canonical address, preview, article', async ({
  shared,
}) => {
  const posts = await apiAnswer<PostSummary[]>(shared.url, 'blog');
  const heads = [await headAt(shared.url, '/')];
  for (const { id } of posts) {
    const post = await apiAnswer<Post>(shared.url, `blog/${id}`);
    const address = `${shared.url}/blog/${id}`;
    const head = await headAt(shared.url, `/blog/${id}`);
    heads.push(head);
    expect(plain(head.title)).toBe(plain(`${post.title} — Відлуння`));
    expect(head.meta('description')).toBe(post.description);
    expect(head.links('canonical')).toEqual([{ rel: 'canonical', href: address }]);
    expect(head.meta('og:type')).toBe('article');
    expect(head.meta('og:url')).toBe(address);
    expect(head.meta('og:title')).toBe(post.title);
    expect(head.meta('og:description')).toBe(post.description);
    expect(head.meta('twitter:title')).toBe(post.title);
    expect(head.meta('article:published_time')).toBe(post.created_at);
    expect(head.meta('author')).toBe(post.author);
    await expectPreviewImage(head);
    expect(head.data).toEqual([
      expect.objectContaining({
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        mainEntityOfPage: address,
        headline: post.title,
        description: post.description,
        datePublished: post.created_at,
        inLanguage: 'uk',
        image: expect.objectContaining({ url: head.meta('og:image') }),
        author: expect.objectContaining({ '@type': 'Person', name: post.author }),
        publisher: expect.objectContaining({ '@type': 'Organization', name: 'Відлуння' }),
      }),
    ]);
  }
  expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
  expect(new Set(heads.map((head) => head.meta('description'))).size).toBe(heads.length);
});

test('a page has one canonical address, whatever slash or query it was asked with', async ({ shared }) => {
  for (const [address, canonical] of [
    ['/?utm_source=x', '/'],
    ['/?sent=contact', '/'],
    ['/blog/piat-kaviaren/', '/blog/piat-kaviaren'],
    ['/blog/piat-kaviaren?x=1', '/blog/piat-kaviaren'],
    ['/blog/pi%61t-kaviaren', '/blog/piat-kaviaren'],
  ] as const) {
    const head = await headAt(shared.url, address);
    expect.soft(head.links('canonical')[0]?.['href'], address).toBe(shared.url + canonical);
    expect.soft(head.meta('og:url'), address).toBe(shared.url + canonical);
  }
});

test('the site’s icons and those of its manifest are there; its colours and its feed are named', async ({
  shared,
}) => {
  const head = await headAt(shared.url, '/');
  const icons = [...head.links('icon'), ...head.links('apple-touch-icon')];
  expect(icons.length).toBeGreaterThanOrEqual(3);
  for (const { href = '' } of icons) {
    const { status, headers } = await ask(shared.url + href);
    expect.soft(status, href).toBe(200);
    expect.soft(headers['content-type'], href).toMatch(/^image\//);
  }
  const colours = head.elements('meta').filter(({ name }) => name === 'theme-color');
  expect(colours.map(({ media }) => media).sort()).toEqual([
    '(prefers-color-scheme: dark)',
    '(prefers-color-scheme: light)',
  ]);
  for (const { content } of colours) expect(content).toMatch(/^#[0-9a-f]{6}$/);
  expect(head.meta('color-scheme')).toBe('light dark');
  expect(head.meta('viewport')).toBe('width=device-width, initial-scale=1');
  const [feed] = head.links('alternate');
  expect(feed).toMatchObject({ type: 'application/rss+xml', href: '/rss.xml' });
  const [link] = head.links('manifest');
  const answer = await ask(shared.url + (link?.['href'] ?? ''));
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^application\/(?:manifest\+)?json/);
  const manifest = JSON.parse(answer.body.toString()) as {
    readonly name: string;
    readonly start_url: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
  };
  expect(manifest).toMatchObject({ name: expect.stringContaining('Відлуння'), start_url: '/', lang: 'uk' });
  for (const { src, sizes, type } of manifest.icons) {
    const { status, headers, body } = await ask(shared.url + src);
    expect.soft(status, src).toBe(200);
    expect.soft(headers['content-type'], src).toBe(type);
    if (type === 'image/png')
      expect.soft(`${String(sizeOf(body)[0])}x${String(sizeOf(body)[1])}`, src).toBe(sizes);
  }
});
