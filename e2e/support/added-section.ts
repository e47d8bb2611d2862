import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What docs/new-remote.md tells to change for a section of a remote that is there: the file, and a line before or after. */
const LINES = [
  ['shared/contracts/modules.ts', "  'home/Contact'", "  'home/Openings': ModuleContract;"],
  ['shared/contracts/site.ts', "  'blog',", "  'openings',"],
  [
    'shell/src/pages/page-table.ts',
    "  'blog/Teaser'",
    "  'home/Openings': { page: 'home', element: 'openings' },",
  ],
  ['shell/src/site/texts.ts', "  'nav.blog'", "  'nav.openings': 'Відкриття',"],
  ['mfe-home/src/exposes.ts', 'import * as Reasons', "import * as Openings from './openings';"],
  ['mfe-home/src/exposes.ts', '  Contact,', '  Openings,'],
] as const;

const SECTION = `export default function Openings() {
  return <section id="openings"><h2>Скоро ще одна луна</h2></section>;
}
`;

/** Adds a section to `home` in a copy of the sources, behind the vacancies. */
export async function addSection(root: string): Promise<void> {
  for (const [name, before, line] of LINES) {
    const file = path.join(root, name);
    const text = await readFile(file, 'utf8');
    if (!text.includes(`\n${before}`)) throw new Error(`${name} has no line that begins with ${before}`);
    await writeFile(file, text.replace(`\n${before}`, `\n${line}\n${before}`));
  }
  const folder = path.join(root, 'mfe-home/src/openings');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'index.ts'), "export { default } from './openings';\n");
  await writeFile(path.join(folder, 'openings.tsx'), SECTION);
}
