import { expect, test } from '../../support/test';

// Other data, addresses, methods and encodings: the unit tests of shell/server.

const readText = async (url: string) => (await fetch(url)).text();

const one = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';

test('every address of the sitemap is a page with its own canonical address, title and description', async ({
  shared,
}) => {
  const map = await readText(`${shared.url}/sitemap.xml`);
  const addresses = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses).toEqual(
    expect.arrayContaining(['/', '/blog', '/privacy', '/blog/kava-i-chai'].map((path) => shared.url + path)),
  );
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const address of addresses) {
    const response = await fetch(address);
    const html = await response.text();
    expect
      .soft([response.status, response.headers.get('content-type')], address)
      .toEqual([200, 'text/html; charset=utf-8']);
    expect.soft(html, address).toContain(`<link rel="canonical" href="${address}"`);
    titles.add(one(html, /<title>([^<]+)</));
    descriptions.add(one(html, /<meta name="description" content="([^"]+)"/));
  }
  expect([titles.size, descriptions.size]).toEqual([addresses.length, addresses.length]);
});

test('every file that pages load is immutable and compressed', async ({ shared }) => {
  const pages = await Promise.all(
    ['/', '/blog', '/blog/kava-i-chai', '/privacy'].map((address) => readText(shared.url + address)),
  );
  const named = pages.flatMap((html) =>
    [...html.matchAll(/"(\/(?:assets|remotes)\/[^"#?]+\.\w+)"/g)].map(([, file = '']) => file),
  );
  const files = [...new Set(named)];
  expect(files.filter((file) => file.startsWith('/assets/')).length).toBeGreaterThan(1);
  expect(files.filter((file) => file.startsWith('/remotes/')).length).toBeGreaterThan(5);
  for (const file of files) {
    const { status, headers } = await fetch(shared.url + file, { headers: { 'accept-encoding': 'br' } });
    expect.soft(status, file).toBe(200);
    expect.soft(headers.get('cache-control'), file).toBe('public, max-age=31536000, immutable');
    if (/\.(?:js|css)$/.test(file)) expect.soft(headers.get('content-encoding'), file).toBe('br');
  }
});

interface Manifest {
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
}

/** Width and height of a PNG, in pixels. */
const sizeOf = (png: Buffer) => `${String(png.readUInt32BE(16))}x${String(png.readUInt32BE(20))}`;

test('icons, manifest, logo and link previews exist', async ({ shared }) => {
  const home = await readText(shared.url);
  const post = await readText(`${shared.url}/blog/kava-i-chai`);
  const icons = [...home.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)];
  expect(icons.length).toBeGreaterThanOrEqual(3);
  const pictures = [
    ...icons.map(([, href = '']) => shared.url + href),
    one(home, /"logo":.*?"url":"([^"]+)"/),
  ];
  for (const picture of pictures) {
    const { status, headers } = await fetch(picture);
    expect.soft([picture, status], picture).toEqual([picture, 200]);
    expect.soft(headers.get('content-type'), picture).toMatch(/^image\//);
  }
  const manifest = await readText(shared.url + one(home, /<link rel="manifest" href="([^"]+)"/));
  const sized = [
    ...(JSON.parse(manifest) as Manifest).icons
      .filter(({ type }) => type === 'image/png')
      .map(({ src, sizes }) => [shared.url + src, sizes] as const),
    ...[home, post].map((html) => [one(html, /property="og:image" content="([^"]+)"/), '1200x630'] as const),
  ];
  expect(sized.length).toBeGreaterThan(2);
  for (const [address, size] of sized) {
    const response = await fetch(address);
    const actual = sizeOf(Buffer.from(await response.arrayBuffer()));
    expect.soft([response.status, actual], address).toEqual([200, size]);
  }
});
