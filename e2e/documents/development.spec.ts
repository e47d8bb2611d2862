import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect as baseExpect, test } from '../support/command';
import { Form, FORM_NAMES, sampleValues } from '../support/form';
import { markDocument, untilPageIsLive, wasReloaded, watchOutput } from '../support/pages';
import { holdScripts } from '../support/requests';

const START = [process.execPath, '--import', 'tsx', 'scripts/cli.ts', 'dev'] as const;
/** Milliseconds for a start on a busy machine. */
const START_DEADLINE = 300_000;

test.describe.configure({ timeout: 1_800_000 });
const expect = baseExpect.configure({ timeout: 180_000 });

const PAGES = {
  'the home page after a form was sent': '/?sent=application#application-form',
  'the archive': '/blog',
  'an unknown post': '/blog/nemaie-takoi',
  'an unknown address': '/nemaie',
} as const;

/** The output without React's advice to install its tools. */
const warningsIn = (output: readonly string[]) => output.filter((line) => !line.includes('React DevTools'));

/** The number of the source line that begins with this code. */
type Line = readonly [file: string, code: string];
const COMPONENT: Line = ['mfe-forms/src/contact-form/contact-form.tsx', 'const form = useForm'];
const EFFECT: Line = ['mfe-forms/src/form/use-form.ts', 'begin();'];

const overlayOf = (page: Page) => page.locator('body > [role=alert]');

/** Changes of docs/contract.md for a section of an existing remote: the file, a line, and the new line before it. */
const LINES = [
  ['shared/contracts/modules.ts', "  'home/Contact'", "  'home/Openings': ModuleContract;"],
  [
    'shared/contracts/modules.ts',
    "  'blog/Teaser': { page",
    "  'home/Openings': { page: 'home', element: 'openings', menu: 'Відкриття' },",
  ],
  ['mfe-home/src/exposes.ts', 'import * as Reasons', "import * as Openings from './openings';"],
  ['mfe-home/src/exposes.ts', '  Contact,', '  Openings,'],
] as const;

const SECTION = `export default function Openings() {
  return <section id="openings"><h2>Скоро ще одна луна</h2></section>;
}
`;

/** Adds a section to `home`, after the vacancies, in a copy of the sources. */
async function addSection(root: string): Promise<void> {
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

test('npm run dev shows every save and every problem until Ctrl-C', async ({ page, place, tree, run }) => {
  const change = async (file: string, from: string, to: string) => {
    const source = await readFile(path.join(tree, file), 'utf8');
    if (!source.includes(from)) throw new Error(`${file} has no “${from}”`);
    await writeFile(path.join(tree, file), source.replace(from, to));
  };
  const command = run(START, place, tree);
  await command.line(/^Ready: /, START_DEADLINE);
  const url = `http://localhost:${place['PORT'] ?? ''}`;
  const output = watchOutput(page);

  await test.step('pages hydrate without output of React’s development build or the page’s policy', async () => {
    for (const [name, address] of Object.entries(PAGES)) {
      // A change during the start may reload the page in the meantime.
      await expect(() => page.goto(url + address)).toPass();
      await untilPageIsLive(page);
      expect(warningsIn(output), name).toEqual([]);
    }
    const release = await holdScripts(page);
    await page.goto(url, { waitUntil: 'commit' });
    for (const name of FORM_NAMES) await new Form(page, name).fill(sampleValues(name));
    release();
    await untilPageIsLive(page);
    expect(warningsIn(output)).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a saved component appears; typed text and scroll position stay', async () => {
    await page.goto(url);
    const field = page.locator('#contact-form [name=message]');
    await field.fill('Гукаю золотою луною');
    const top = await page.evaluate(() => scrollY);
    expect(top).toBeGreaterThan(1_000);
    await change('mfe-home/src/reasons/copy.ts', 'Шість обіцянок', 'Сім обіцянок');
    await expect(page.getByText('Сім обіцянок').first()).toBeAttached();
    await expect(field).toHaveValue('Гукаю золотою луною');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  });

  await test.step('a saved style, shell and content appear too', async () => {
    await change('mfe-home/src/reasons/reasons.module.css', 'var(--violet-ground)', 'rgb(1 2 3)');
    await expect(page.locator('#reasons')).toHaveCSS('background-color', 'rgb(1, 2, 3)');
    await change('shell/src/site/site.tsx', 'Почати проєкт', 'Почати луну');
    await expect(page.getByText('Почати луну').first()).toBeAttached();
    await change('api/content/services.json', 'Ведемо сторінки', 'Ведемо луну');
    await expect(page.getByText('Ведемо луну').first()).toBeAttached();
  });

  await test.step('source maps have the same names in every release', async () => {
    const { remotes } = (await (await fetch(`${url}/-/release-set`)).json()) as {
      readonly remotes: Readonly<Record<string, { readonly base: string }>>;
    };
    const map = await fetch(`${url}${remotes['forms']?.base ?? ''}client/static/forms.js.map`);
    const { sources } = (await map.json()) as { readonly sources: readonly string[] };
    expect(sources).toContain('webpack://mfe-forms/./src/contact-form/contact-form.tsx');
  });

  /** Breaks a component at a line, expects the problem on the page and in the terminal, and repairs the component. */
  const expectProblem = async (
    line: Line,
    text: string,
    problemAt: (line: number) => RegExp,
    act = () => Promise.resolve(),
  ) => {
    const [file, code] = line;
    const source = await readFile(path.join(tree, file), 'utf8');
    const problem = problemAt(source.slice(0, source.indexOf(code)).split('\n').length);
    // The last repair may reload the page in the meantime.
    await expect(async () => {
      await page.goto(url);
      await markDocument(page);
    }).toPass();
    await change(file, code, `${text}${code}`);
    await act();
    await expect(overlayOf(page)).toContainText(problem);
    await expect.poll(() => command.lines.join('\n')).toMatch(problem);
    await change(file, `${text}${code}`, code);
    await expect(overlayOf(page)).toHaveText([]);
  };

  await test.step('a syntax error covers the page', () =>
    expectProblem(COMPONENT, 'const const = 1;', (line) =>
      RegExp(String.raw`mfe-forms/src/contact-form/contact-form\.tsx\W+${String(line)}`),
    ));

  await test.step('a type error covers the page', () =>
    expectProblem(COMPONENT, 'const wrong: number = "1"; void wrong;', (line) =>
      RegExp(String.raw`mfe-forms/src/contact-form/contact-form\.tsx\(${String(line)},9\): error TS2322`),
    ));

  await test.step('a release that the shell rejects covers the page', () =>
    expectProblem(COMPONENT, 'if (passed.details) throw new Error("Так не піде");', (line) =>
      RegExp(
        String.raw`rejected at render-test: .*forms/ContactForm could not be rendered: Так не піде \(mfe-forms/src/contact-form/contact-form\.tsx:${String(line)}\)`,
      ),
    ));

  await test.step('an effect that throws in the browser covers the page', () =>
    expectProblem(
      EFFECT,
      'if (name) throw new Error("Луна в ефекті"); ',
      (line) => RegExp(String.raw`Луна в ефекті\n {4}at mfe-forms/src/form/use-form\.ts:${String(line)}`),
      async () => {
        await expect.poll(() => wasReloaded(page).catch(() => false)).toBe(true);
        await page.locator('#contact-form [name=message]').focus();
      },
    ));

  await test.step('a section is added', async () => {
    await addSection(tree);
    await expect(page.getByText('Скоро ще одна луна')).toBeAttached();
    const html = await (await fetch(url)).text();
    const ids = [...html.matchAll(/<section id="([a-z]+)"/g)].map(([, id]) => id);
    expect(ids.slice(-4)).toEqual(['vacancies', 'openings', 'blog', 'contact']);
  });

  command.interrupt();
  await command.ended;
  await command.expectNothingLeft();
});
