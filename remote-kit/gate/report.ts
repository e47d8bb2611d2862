import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Picture } from './look-around';

const STYLE =
  'figure{display:flex;gap:1rem;margin:0}figure>*{position:relative;flex:1}img{inline-size:100%}img+img{position:absolute;inset:0;mix-blend-mode:difference}';

/** Writes a page with the findings, and with both pictures and their difference where they differ. Resolves to its path. */
export async function writeReport(
  folder: string,
  findings: readonly string[],
  pictures: readonly Picture[],
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const parts = pictures.map(async ({ title, live, fresh }, index) => {
    const [before, after] = [`${String(index)}-live.png`, `${String(index)}-new.png`];
    await writeFile(path.join(folder, before), live);
    await writeFile(path.join(folder, after), fresh);
    const [one, other] = [`<img src="${before}" alt="live">`, `<img src="${after}" alt="new">`];
    return `<h2>${title}: live, new, difference</h2><figure><p>${one}</p><p>${other}</p><p>${one}${other}</p></figure>`;
  });
  const text = findings.join('\n').replaceAll('<', '&lt;');
  const page = path.join(folder, 'index.html');
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><title>The gate</title><style>${STYLE}</style><pre>${text}</pre>${(await Promise.all(parts)).join('')}`,
  );
  return page;
}
