import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { FORM_IDS, SECTION_IDS, SERVICE_NAMES, TEASER_POSTS } from '@vidlunnia/contracts';
import { failTask } from '@vidlunnia/remote-kit/process/task';
import { command, runCommand } from '@vidlunnia/settings/commands';
import { withSite } from '../support/site';

/** A browser window with one page. */
interface Visitor {
  open(address: string): Promise<unknown>;
  /** Evaluates an expression in the page, even if the page's own scripts are switched off. */
  read(expression: string): Promise<unknown>;
  click(selector: string): Promise<unknown>;
  type(selector: string, text: string): Promise<unknown>;
  /** The errors that the page has reported so far. */
  errors(): Promise<readonly string[]>;
  close(): Promise<unknown>;
}

interface Settings {
  readonly scripts: boolean;
  readonly dark: boolean;
  /** Width of the viewport in pixels; WebKit has no window below 450. */
  readonly width: number;
}

type Journey = readonly [string, (visitor: Visitor) => Promise<void>, Partial<Settings>?];

const CONTACT = `#${FORM_IDS.contact}`;
const SUBMIT = `${CONTACT} button[type=submit]`;
const [SERVICE = ''] = Object.keys(SERVICE_NAMES);
const TYPED = { name: 'Оксана', email: 'oksana@vidlunnia.example', phone: '+380 43 000', message: 'Гукаю' };
const DARK = "getComputedStyle(document.body).backgroundColor === 'rgb(18, 16, 25)'";
const IDS = JSON.stringify([...SECTION_IDS, ...Object.values(FORM_IDS)]);

const one = (selector: string) => `document.querySelector('${selector}')`;
const count = (selector: string) => `document.querySelectorAll('${selector}').length`;

const JOURNEYS: readonly Journey[] = [
  ['the home page is complete', readHome],
  ['the home page is complete without scripts', readHome, { scripts: false }],
  ['the dark scheme is dark', (visitor) => until(visitor, DARK), { dark: true }],
  ['the menu opens and leads to a section', followMenu, { width: 450 }],
  ['without scripts there are plain links to the sections', seeLinks, { width: 450, scripts: false }],
  ['a form shows missing values in Ukrainian, then is sent', sendForm],
  ['the link of a service chooses the service in the form', chooseService],
  ['a post opens inside the page, and the link back restores the position', readPost],
];

async function readHome(visitor: Visitor): Promise<void> {
  await until(visitor, `${IDS}.every((id) => document.getElementById(id)?.checkVisibility() === true)`);
  await until(visitor, `${count('#services h3')} === 6`);
  await until(visitor, `${count('#blog article')} === ${String(TEASER_POSTS)}`);
  await until(visitor, 'document.documentElement.scrollWidth <= innerWidth');
}

async function followMenu(visitor: Visitor): Promise<void> {
  await visitor.click('[commandfor]');
  await until(visitor, `${one('dialog')}.open`);
  await visitor.click('dialog a[href$="#team"]');
  await until(visitor, `!${one('dialog')}.open && location.hash === '#team'`);
  await until(visitor, `Math.abs(${one('#team')}.getBoundingClientRect().top) < 120`);
}

async function seeLinks(visitor: Visitor): Promise<void> {
  const links = `[...document.querySelectorAll('header a[href$="#team"]')]`;
  await until(visitor, `${links}.some((link) => link.checkVisibility())`);
  await until(visitor, `!${one('[commandfor]')}.checkVisibility()`);
}

async function sendForm(visitor: Visitor): Promise<void> {
  await untilLive(visitor);
  await visitor.click(SUBMIT);
  await until(visitor, `${one(CONTACT)}.textContent.includes('Заповніть це поле.')`);
  await until(visitor, `document.activeElement === ${one(`${CONTACT} [name=name]`)}`);
  for (const [name, text] of Object.entries(TYPED)) await visitor.type(`${CONTACT} [name=${name}]`, text);
  await visitor.click(SUBMIT);
  await until(visitor, `${one(`${CONTACT} [role=status]`)}.textContent.includes('Відповімо')`);
  await until(visitor, `${one(`${CONTACT} [name=name]`)}.value === ''`);
}

async function chooseService(visitor: Visitor): Promise<void> {
  await untilLive(visitor);
  await visitor.click(`#services a[href*="service=${SERVICE}"]`);
  await until(visitor, `new FormData(${one(CONTACT)}).get('service_type') === '${SERVICE}'`);
}

async function readPost(visitor: Visitor): Promise<void> {
  await untilLive(visitor);
  await visitor.read(`(${one('#blog')}.scrollIntoView(), window.kept = true)`);
  await visitor.click('#blog article a');
  await until(visitor, `location.pathname.startsWith('/blog/') && ${one('article h1')} !== null`);
  await until(visitor, 'scrollY === 0');
  await visitor.click('header [data-nav=back]');
  await until(visitor, "location.pathname === '/' && scrollY > 1000 && window.kept === true");
}

/** Makes links and the contact form live, by a key and the pointer. */
async function untilLive(visitor: Visitor): Promise<void> {
  await visitor.read("dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))");
  await visitor.read(`${one(CONTACT)}.dispatchEvent(new Event('pointerover', { bubbles: true }))`);
  await until(visitor, "document.documentElement.hasAttribute('data-follows-links')");
  await until(visitor, `${one(CONTACT)}.closest('[data-live=true]') !== null`);
}

/** Waits until an expression is true in the page. */
async function until(visitor: Visitor, expression: string): Promise<void> {
  const end = Date.now() + 15_000;
  for (;;) {
    const value = await visitor.read(expression).catch(String);
    if (value === true) return;
    if (Date.now() > end) throw new Error(`Never true: ${expression} (last value: ${JSON.stringify(value)})`);
    await wait(100);
  }
}

async function playAll([only]: readonly string[]): Promise<void> {
  const tools = path.join(__dirname, '../../tools/visitors.mjs');
  const { browsers } = (await import(tools)) as {
    readonly browsers: Readonly<Record<string, (settings: Settings) => Promise<Visitor>>>;
  };
  const wanted = Object.entries(browsers).filter(([name]) => only === undefined || name === only);
  if (wanted.length === 0) throw new Error(`Unknown browser “${String(only)}”: firefox or webkit`);
  await withSite({}, async ({ url }) => {
    for (const [name, start] of wanted) {
      await test(name, async (context) => {
        for (const [title, play, settings] of JOURNEYS) {
          const visitor = await start({ scripts: true, dark: false, width: 1280, ...settings });
          await context.test(title, async ({ assert }) => {
            try {
              await visitor.open(url);
              await play(visitor);
              assert.deepEqual(await visitor.errors(), []);
            } finally {
              await visitor.close();
            }
          });
        }
      });
    }
  });
}

const journeys = command({
  does: 'Plays the core journeys in this machine’s Firefox and WebKitGTK, on the production build.',
  words: ['[firefox | webkit]'],
  run: (_, words) => playAll(words),
});

runCommand({ browsers: journeys }, ['browsers', ...process.argv.slice(2)]).catch(failTask);
