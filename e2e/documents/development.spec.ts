import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect as baseExpect, test } from '../support/command';
import { Form, FORM_NAMES, sampleValues } from '../support/form';
import { markDocument, untilPageIsLive, wasReloaded, watchOutput } from '../support/pages';
import { holdScripts } from '../support/requests';

test.describe.configure({ timeout: 1_800_000 });
const expect = baseExpect.configure({ timeout: 180_000 });

/** The output without React's advice to install its tools. */
const warningsIn = (output: readonly string[]) => output.filter((line) => !line.includes('React DevTools'));

const FORM = 'mfe-forms/src/contact-form/contact-form.tsx';
const EFFECT = 'mfe-forms/src/form/use-form.ts';
const OVERLAY = 'body > [role=alert]';

test('npm run dev shows every save and every problem until Ctrl-C', async ({ page, place, tree, run }) => {
  const change = async (file: string, from: string, to: string) => {
    const source = await readFile(path.join(tree, file), 'utf8');
    if (!source.includes(from)) throw new Error(`${file} has no “${from}”`);
    await writeFile(path.join(tree, file), source.replace(from, to));
  };
  const command = run([process.execPath, '--import', 'tsx', 'tools/scripts/cli.ts', 'dev'], place, tree);
  await command.line(/^Ready: /, 300_000);
  const url = `http://localhost:${place['PORT'] ?? ''}`;
  const output = watchOutput(page);

  await test.step('pages hydrate without output of React’s development build or the page’s policy', async () => {
    for (const address of ['/?sent=application#application-form', '/blog', '/blog/nemaie-takoi', '/nemaie']) {
      // A change during the start may reload the page in the meantime.
      const open = () => page.goto(url + address).then(() => untilPageIsLive(page));
      await expect(open).toPass({ timeout: 180_000 });
      expect(warningsIn(output), address).toEqual([]);
    }
    const release = await holdScripts(page);
    await expect(() => page.goto(url, { waitUntil: 'commit' })).toPass({ timeout: 180_000 });
    for (const name of FORM_NAMES) await new Form(page, name).fill(sampleValues(name));
    release();
    await untilPageIsLive(page);
    expect(warningsIn(output)).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a saved component appears; typed text and scroll position stay', async () => {
    await page.goto(url);
    // The browser restores what was typed above, and a form that becomes live meanwhile would keep some of it.
    await untilPageIsLive(page);
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
    await change('shell/src/texts/texts.tsx', 'Почати проєкт', 'Почати луну');
    await expect(page.getByText('Почати луну').first()).toBeAttached();
    await change('api/content/services.json', 'Ведемо сторінки', 'Ведемо луну');
    await expect(page.getByText('Ведемо луну').first()).toBeAttached();
  });

  await test.step('source maps have the same names in every release', async () => {
    const { remotes } = (await (await fetch(`${url}/-/release-set`)).json()) as {
      readonly remotes: Readonly<
        Record<string, { readonly entry: readonly [href: string, integrity: string] }>
      >;
    };
    const entry = new URL(remotes['forms']?.entry[0] ?? '', url);
    const map = await fetch(new URL('static/forms.js.map', entry));
    const { sources } = (await map.json()) as { readonly sources: readonly string[] };
    expect(sources).toContain('webpack://mfe-forms/./src/contact-form/contact-form.tsx');
  });

  // Each fault is at a line of a component, and the problem is on the page and in the terminal until it is repaired.
  for (const [what, file, code, fault, pattern] of [
    ['a syntax error', FORM, 'const form = useForm', 'const const = 1;', String.raw`${FORM}\W+LINE`],
    [
      'a type error',
      FORM,
      'const form = useForm',
      'const wrong: number = "1"; void wrong;',
      String.raw`${FORM}\(LINE,9\): error TS2322`,
    ],
    [
      'a release that the shell rejects',
      FORM,
      'const form = useForm',
      'if (passed.details) throw new Error("Так не піде");',
      String.raw`rejected at render-test: .*forms/ContactForm could not be rendered: Так не піде \(${FORM}:LINE\)`,
    ],
    [
      'an effect that throws in the browser',
      EFFECT,
      'begin();',
      'if (name) throw new Error("Луна в ефекті"); ',
      String.raw`Луна в ефекті\n {4}at ${EFFECT}:LINE`,
    ],
  ] as const)
    await test.step(`${what} covers the page`, async () => {
      const [before = ''] = (await readFile(path.join(tree, file), 'utf8')).split(code, 1);
      const problem = RegExp(pattern.replace('LINE', String(before.split('\n').length)));
      // The last repair may reload the page in the meantime.
      await expect(async () => {
        await page.goto(url);
        await markDocument(page);
      }).toPass({ timeout: 180_000 });
      await change(file, code, `${fault}${code}`);
      if (file === EFFECT) {
        await expect.poll(() => wasReloaded(page).catch(() => false)).toBe(true);
        await page.locator('#contact-form [name=message]').focus();
      }
      await expect(page.locator(OVERLAY)).toContainText(problem);
      await expect.poll(() => command.lines.join('\n')).toMatch(problem);
      await change(file, `${fault}${code}`, code);
      await expect(page.locator(OVERLAY)).toHaveText([]);
    });

  // After the vacancies, as docs/contract.md says.
  await test.step('a section is added', async () => {
    const folder = path.join(tree, 'mfe-home/src/openings');
    await mkdir(folder);
    await writeFile(path.join(folder, 'index.ts'), "export { default } from './openings';\n");
    await writeFile(
      path.join(folder, 'openings.tsx'),
      'export default () => <section id="openings"><h2>Скоро ще одна луна</h2></section>;\n',
    );
    for (const [file, before, line] of [
      ['shared/contracts/modules.ts', "  'home/Contact'", "  'home/Openings': ModuleContract;"],
      [
        'shared/contracts/modules.ts',
        "  'blog/Teaser': { page",
        "  'home/Openings': { page: 'home', element: 'openings', menu: 'Відкриття' },",
      ],
      ['mfe-home/src/exposes.ts', 'import * as Reasons', "import * as Openings from './openings';"],
      ['mfe-home/src/exposes.ts', '  Contact,', '  Openings,'],
    ] as const)
      await change(file, `\n${before}`, `\n${line}\n${before}`);
    await expect(page.getByText('Скоро ще одна луна')).toBeAttached();
    const html = await (await fetch(url)).text();
    const ids = [...html.matchAll(/<section id="([a-z]+)"/g)].map(([, id]) => id);
    expect(ids.slice(-4)).toEqual(['vacancies', 'openings', 'blog', 'contact']);
  });

  command.interrupt();
  await command.ended;
  await command.expectNothingLeft();
});
