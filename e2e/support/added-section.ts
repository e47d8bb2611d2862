import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a team writes: a component in a folder of its own. */
const COMPONENT = {
  'mfe-home/src/openings/index.ts': `import { createElement } from 'react';

export default function Openings() {
  return createElement('section', { id: 'openings', 'aria-label': 'Відкриття' }, 'Скоро ще одна луна');
}
`,
};

/** All that a new section of an existing remote changes (CONTRIBUTING.md), by file: a line, and the one that follows it. */
const LINES: Readonly<Record<string, readonly (readonly [line: string, before: string])[]>> = {
  'mfe-home/src/exposes.ts': [
    ["import * as Openings from './openings';\n", 'import * as Reasons'],
    ['  Openings,\n', '  Contact,\n'],
  ],
  'shared/contracts/modules.ts': [["  'home/Openings': ModuleContract;\n", "  'home/Contact':"]],
  'shell/src/pages/page-table.ts': [
    ["  'home/Openings': { page: 'home', element: 'openings' },\n", "  'blog/Teaser':"],
  ],
};

/** Adds a section to a copy of the sources. */
export async function addSection(root: string): Promise<void> {
  for (const [file, text] of Object.entries(COMPONENT)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  for (const [file, lines] of Object.entries(LINES)) {
    let text = await readFile(path.join(root, file), 'utf8');
    for (const [line, before] of lines) {
      if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
      text = text.replace(before, line + before);
    }
    await writeFile(path.join(root, file), text);
  }
}
