import { expect, test } from '../../support/test';

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
  expect(previews.length).toBeGreaterThan(1);
  for (const address of previews) {
    const { body: png } = await read(address);
    expect.soft([png.readUInt32BE(16), png.readUInt32BE(20)], address).toEqual([1200, 630]);
  }
});
