import { expect, test } from '../../support/test';

// Other data, addresses, methods and encodings: the unit tests of shell/server.

const one = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';

/** Width and height of a PNG, in pixels. */
const sizeOf = (png: Buffer) => `${String(png.readUInt32BE(16))}x${String(png.readUInt32BE(20))}`;

interface Manifest {
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
}

test('every address of the sitemap is a page with its own canonical address, title, description and link preview; all files of these pages are immutable and compressed, and their icons exist', async ({
  shared,
}) => {
  const read = async (url: string) => {
    const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    const body = Buffer.from(await response.arrayBuffer());
    expect.soft(response.status, url).toBe(200);
    return { body, text: body.toString(), header: (name: string) => response.headers.get(name) };
  };
  const addresses = [...(await read(`${shared.url}/sitemap.xml`)).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address = '']) => address,
  );
  expect(addresses).toEqual(
    expect.arrayContaining(['/', '/blog', '/privacy', '/blog/kava-i-chai'].map((path) => shared.url + path)),
  );
  const pages = await Promise.all(
    addresses.map(async (address) => {
      const { text: html, header } = await read(address);
      expect.soft(header('content-type'), address).toBe('text/html; charset=utf-8');
      expect.soft(html, address).toContain(`<link rel="canonical" href="${address}"`);
      return html;
    }),
  );
  for (const pattern of [/<title>([^<]+)</, /<meta name="description" content="([^"]+)"/])
    expect(new Set(pages.map((html) => one(html, pattern))).size).toBe(pages.length);

  const all = pages.join('\n');
  const files = [...new Set(all.match(/(?<=")\/(?:assets|remotes)\/[^"#?]+\.\w+(?=")/g))];
  expect(files.filter((file) => file.startsWith('/assets/')).length).toBeGreaterThan(1);
  expect(files.filter((file) => file.startsWith('/remotes/')).length).toBeGreaterThan(5);
  for (const file of files) {
    const { header } = await read(shared.url + file);
    expect.soft(header('cache-control'), file).toBe('public, max-age=31536000, immutable');
    if (/\.(?:js|css)$/.test(file)) expect.soft(header('content-encoding'), file).toBe('br');
  }

  const [home = ''] = pages;
  const icons = [...home.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)];
  expect(icons.length).toBeGreaterThanOrEqual(3);
  for (const picture of [
    ...icons.map(([, href = '']) => shared.url + href),
    one(home, /"logo":.*?"url":"([^"]+)"/),
  ])
    expect.soft((await read(picture)).header('content-type'), picture).toMatch(/^image\//);
  const previews = [...new Set(all.match(/(?<=property="og:image" content=")[^"]+/g))];
  const manifest = await read(shared.url + one(home, /<link rel="manifest" href="([^"]+)"/));
  const sized = [
    ...(JSON.parse(manifest.text) as Manifest).icons
      .filter(({ type }) => type === 'image/png')
      .map(({ src, sizes }) => [shared.url + src, sizes] as const),
    ...previews.map((address) => [address, '1200x630'] as const),
  ];
  expect(sized.length).toBeGreaterThan(2);
  for (const [address, size] of sized) expect.soft(sizeOf((await read(address)).body), address).toBe(size);
});
