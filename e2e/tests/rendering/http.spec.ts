import { expect, test } from '../../support/test';

// Other data, addresses, methods and encodings: the unit tests of shell/server.

/** Width and height of a PNG, in pixels. */
const sizeOf = (png: Buffer) => `${String(png.readUInt32BE(16))}x${String(png.readUInt32BE(20))}`;

interface Manifest {
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
}

test('every page of the sitemap exists; all files of these pages are immutable and compressed, and their pictures exist', async ({
  shared,
}) => {
  const read = async (url: string) => {
    const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    const body = Buffer.from(await response.arrayBuffer());
    expect.soft(response.status, url).toBe(200);
    return { body, text: body.toString(), header: (name: string) => response.headers.get(name) };
  };
  const { text: sitemap } = await read(`${shared.url}/sitemap.xml`);
  const addresses = sitemap.match(/(?<=<loc>).*?(?=<)/g) ?? [];
  expect(addresses).toEqual(
    expect.arrayContaining(['/', '/blog', '/privacy', '/blog/kava-i-chai'].map((path) => shared.url + path)),
  );
  let html = '';
  // One after another, because a busy shell rejects some of many at once.
  for (const address of addresses) html += (await read(address)).text;
  const find = (pattern: RegExp) => [...new Set(html.match(pattern))];

  const files = find(/(?<=")\/(?:assets|remotes)\/[^"#?]+\.\w+(?=")/g);
  expect(files.filter((file) => file.startsWith('/assets/')).length).toBeGreaterThan(1);
  expect(files.filter((file) => file.startsWith('/remotes/')).length).toBeGreaterThan(5);
  for (const file of files) {
    const { header } = await read(shared.url + file);
    expect.soft(header('cache-control'), file).toBe('public, max-age=31536000, immutable');
    if (/\.(?:js|css)$/.test(file)) expect.soft(header('content-encoding'), file).toBe('br');
  }

  const icons = find(/(?<=<link rel="(?:icon|apple-touch-icon)" href=")[^"]+/g);
  expect(icons.length).toBeGreaterThanOrEqual(3);
  for (const picture of [
    ...icons.map((href) => shared.url + href),
    ...find(/(?<="logo":[^}]*"url":")[^"]+/g),
  ])
    expect.soft((await read(picture)).header('content-type'), picture).toMatch(/^image\//);
  const previews = find(/(?<=property="og:image" content=")[^"]+/g);
  const [manifest = ''] = find(/(?<=<link rel="manifest" href=")[^"]+/g);
  const sized = [
    ...(JSON.parse((await read(shared.url + manifest)).text) as Manifest).icons
      .filter(({ type }) => type === 'image/png')
      .map(({ src, sizes }) => [shared.url + src, sizes] as const),
    ...previews.map((address) => [address, '1200x630'] as const),
  ];
  expect(sized.length).toBeGreaterThan(2);
  for (const [address, size] of sized) expect.soft(sizeOf((await read(address)).body), address).toBe(size);
});
