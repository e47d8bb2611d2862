import { setTimeout as wait } from 'node:timers/promises';
import { FORM_IDS, SECTION_IDS, SERVICE_TYPES, TEASER_POSTS } from '@vidlunnia/contracts';

/** A browser's window with one page, as a visitor has it. */
export interface Visitor {
  open(address: string): Promise<unknown>;
  /** The value of an expression in the page, as JSON. It works without scripts of the page too. */
  read(expression: string): Promise<unknown>;
  click(selector: string): Promise<unknown>;
  type(selector: string, text: string): Promise<unknown>;
  /** The errors that the page has reported so far. */
  complaints(): Promise<readonly string[]>;
  close(): Promise<unknown>;
}

/** Settings of a visitor's browser. */
export interface Settings {
  readonly scripts: boolean;
  readonly dark: boolean;
  /** Of the window's inside, in pixels; no window of WebKit's is narrower than 450. */
  readonly width: number;
}

/** What a visitor does, with the results that are expected. */
interface Journey extends Settings {
  readonly title: string;
  readonly play: (visitor: Visitor, site: string) => Promise<void>;
}

const CONTACT = `#${FORM_IDS.contact}`;
const SUBMIT = `${CONTACT} button[type=submit]`;
const [SERVICE] = SERVICE_TYPES;
const TYPED = {
  name: 'Оксана',
  email: 'oksana@vidlunnia.example',
  phone: '+380 43 000 00 00',
  message: 'Гукаю',
};
const IDS = JSON.stringify([...SECTION_IDS, ...Object.values(FORM_IDS)]);

const one = (selector: string) => `document.querySelector('${selector}')`;
const count = (selector: string) => `document.querySelectorAll('${selector}').length`;

const journey = (title: string, play: Journey['play'], settings: Partial<Settings> = {}): Journey => ({
  ...{ title, play, scripts: true, dark: false, width: 1280 },
  ...settings,
});

export const JOURNEYS: readonly Journey[] = [
  journey('the home page is whole', readHome),
  journey('the home page is whole without scripts', readHome, { scripts: false }),
  journey('the dark scheme is dark', seeDark, { dark: true }),
  journey('the menu opens, and leads to a section', followMenu, { width: 450 }),
  journey('without scripts there are plain links to the sections', seeLinks, { width: 450, scripts: false }),
  journey('a form says in Ukrainian what it lacks, then is sent', sendForm),
  journey('a service’s link chooses it in the form', chooseService),
  journey('a post opens inside the page, and the way back leads to where the visitor was', readPost),
];

async function readHome(visitor: Visitor, site: string): Promise<void> {
  await visitor.open(site);
  await until(visitor, `${IDS}.every((id) => document.getElementById(id)?.checkVisibility() === true)`);
  await until(visitor, `${count('#services h3')} === 6`);
  await until(visitor, `${count('#blog article')} === ${String(TEASER_POSTS)}`);
  await until(visitor, 'document.documentElement.scrollWidth <= innerWidth');
}

async function chooseService(visitor: Visitor, site: string): Promise<void> {
  await visitor.open(site);
  await visitor.click(`#services a[href*="service=${SERVICE}"]`);
  await until(visitor, `new FormData(${one(CONTACT)}).get('service_type') === '${SERVICE}'`);
}

async function sendForm(visitor: Visitor, site: string): Promise<void> {
  await visitor.open(`${site}/${CONTACT}`);
  await untilLive(visitor);
  await visitor.click(SUBMIT);
  await until(visitor, `${one(CONTACT)}.textContent.includes('Заповніть це поле.')`);
  await until(visitor, `document.activeElement === ${one(`${CONTACT} [name=name]`)}`);
  for (const [name, text] of Object.entries(TYPED)) await visitor.type(`${CONTACT} [name=${name}]`, text);
  await visitor.click(SUBMIT);
  await until(visitor, `${one(`${CONTACT} [role=status]`)}.textContent.includes('Відповімо')`);
  await until(visitor, `${one(`${CONTACT} [name=name]`)}.value === ''`);
}

async function followMenu(visitor: Visitor, site: string): Promise<void> {
  await visitor.open(site);
  await visitor.click('[commandfor]');
  await until(visitor, `${one('dialog')}.open`);
  await visitor.click('dialog a[href$="#team"]');
  await until(visitor, `!${one('dialog')}.open && location.hash === '#team'`);
  await until(visitor, `Math.abs(${one('#team')}.getBoundingClientRect().top) < 120`);
}

async function seeLinks(visitor: Visitor, site: string): Promise<void> {
  await visitor.open(site);
  const links = `[...document.querySelectorAll('header a[href$="#team"]')]`;
  await until(visitor, `${links}.some((link) => link.checkVisibility())`);
  await until(visitor, `!${one('[commandfor]')}.checkVisibility()`);
}

async function seeDark(visitor: Visitor, site: string): Promise<void> {
  await visitor.open(site);
  await until(visitor, "getComputedStyle(document.body).backgroundColor === 'rgb(18, 16, 25)'");
}

async function readPost(visitor: Visitor, site: string): Promise<void> {
  await visitor.open(site);
  await untilLive(visitor);
  await visitor.read(`(${one('#blog')}.scrollIntoView(), window.kept = true)`);
  await visitor.click('#blog article a');
  await until(visitor, `location.pathname.startsWith('/blog/') && ${one('article h1')} !== null`);
  await until(visitor, 'scrollY === 0');
  await visitor.click('header [data-nav=back]');
  await until(visitor, "location.pathname === '/' && scrollY > 1000 && window.kept === true");
}

/** Waits until links and the contact form are live, which a key brings about. */
async function untilLive(visitor: Visitor): Promise<void> {
  await visitor.read("dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))");
  await visitor.read(`${one(CONTACT)}.dispatchEvent(new Event('pointerover', { bubbles: true }))`);
  await until(visitor, "document.documentElement.hasAttribute('data-follows-links')");
  await until(visitor, `Object.keys(${one(CONTACT)}).some((key) => key.startsWith('__react'))`);
}

/** Milliseconds for a state of the page to come. */
const DEADLINE = 15_000;

/** Waits until an expression in the page is true. Rejects with it and with what it was when that takes too long. */
async function until(visitor: Visitor, expression: string): Promise<void> {
  const end = Date.now() + DEADLINE;
  for (;;) {
    const value = await visitor.read(expression).catch((error: unknown) => String(error));
    if (value === true) return;
    if (Date.now() > end) throw new Error(`never true: ${expression} (it was ${JSON.stringify(value)})`);
    await wait(100);
  }
}
