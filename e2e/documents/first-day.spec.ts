import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePorts } from '@vidlunnia/scripts';
import { shell } from '@vidlunnia/settings/topology';
import { type Command, commandsOf, expect, test } from '../support/command';

const DOCUMENT = 'docs/first-day.md';
const TEXT = 'mfe-blog/src/teaser/copy.ts';
const LEAD = /lead: '([^']+)'/;
const NEW_LEAD = 'Сім історій, які легко повторити.';
/** Milliseconds until a server is ready, also on a busy machine. */
const START_DEADLINE_MS = 600_000;
const GREEN = /^[1-9]\d* passed, 0 failed, 0 skipped$/m;

test('of the README’s commands, npm start is run below, and CI runs npm test in a clone', () => {
  expect(commandsOf('README.md')).toEqual(['npm start', 'npm test']);
});

test(`every command of ${DOCUMENT} does what the document says`, async ({ page, clone, run: runCommand }) => {
  // Ports from the system, because another site may use the document's ports.
  const ports = await freePorts();
  const port = ports[shell.portVariable] ?? '';
  const site = `http://localhost:${port}`;
  const start = (line: string) => {
    const own = line.replaceAll('localhost:3000', `localhost:${port}`);
    return runCommand(['sh', '-c', own], { ...ports, FORCE_COLOR: undefined }, clone);
  };
  const run = async (line: string) => {
    const { code, text } = await start(line).finish();
    expect(code, text).toBe('0');
    return text;
  };
  const end = async (command: Command) => {
    command.interrupt();
    await command.ended;
    await command.expectNothingLeft();
  };
  /** Waits for a line of a running command. */
  const lineOf = (command: Command, pattern: RegExp) =>
    Promise.race([
      command.line(pattern, START_DEADLINE_MS),
      command.finish().then(({ text }) => {
        throw new Error(`The command ended without ${String(pattern)}:\n${text}`);
      }),
    ]);
  const edit = async (change: (text: string) => string) => {
    const file = path.join(clone, TEXT);
    await writeFile(file, change(await readFile(file, 'utf8')));
  };

  let whole: Command | undefined;
  /** Runs each line of the document and checks it. */
  const does: Readonly<Record<string, (line: string) => Promise<void>>> = {
    'npm run doctor': async (line) => {
      const said = await run(line);
      expect(said).toMatch(/^ok +node /m);
      expect(said).toMatch(/^note +site +none is running/m);
      expect(said).not.toMatch(/^wrong/m);
    },
    'npm start': async (line) => {
      whole = start(line);
      await lineOf(whole, RegExp(`Ready: ${site}`));
    },
    'npm run dev -w mfe-blog': async (line) => {
      const dev = start(line);
      const [, address = ''] = /Ready: (http:[^\s,]+)/.exec(await lineOf(dev, /Ready: /)) ?? [];
      await page.goto(address);
      const old = LEAD.exec(await readFile(path.join(clone, TEXT), 'utf8'))?.[1] ?? '';
      await expect(page.locator('#blog')).toContainText(old);
      await edit((text) => text.replace(old, NEW_LEAD));
      await expect(page.locator('#blog')).toContainText(NEW_LEAD);
      expect(await (await fetch(site)).text()).not.toContain(NEW_LEAD);
      // A mistake is shown on the page and in the terminal.
      await edit((text) => text.replace(`${NEW_LEAD}'`, NEW_LEAD));
      await expect(page.getByText(TEXT).first()).toBeVisible();
      await lineOf(dev, RegExp(`${TEXT}[:(]\\d+`));
      await edit((text) => text.replace(NEW_LEAD, `${NEW_LEAD}'`));
      await expect(page.getByText(TEXT)).toHaveCount(0);
      await end(dev);
    },
    'npm run test:unit -- teaser': async (line) => {
      expect(await run(line)).toMatch(GREEN);
    },
    'E2E_URL=http://localhost:3000 npm run test:e2e -- menu': async (line) => {
      expect(await run(line)).toMatch(GREEN);
    },
    'npm run release -w mfe-blog -- --dry-run': async (line) => {
      expect(await run(line)).toContain('Dry run: nothing was signed or published');
      expect(await (await fetch(site)).text()).not.toContain(NEW_LEAD);
    },
    'git restore mfe-blog': async (line) => {
      await run(line);
      expect(await readFile(path.join(clone, TEXT), 'utf8')).not.toContain(NEW_LEAD);
    },
  };

  const lines = commandsOf(DOCUMENT);
  expect(lines).toEqual(Object.keys(does));
  for (const line of lines) await test.step(line, () => does[line]?.(line) ?? Promise.resolve());
  if (whole) await end(whole);
});
