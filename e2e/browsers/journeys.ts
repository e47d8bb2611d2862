import { FORM_IDS, SECTION_IDS, SERVICE_TYPES, TEASER_POSTS } from '@vidlunnia/shared/contracts';
import { until, type Settings, type Visitor } from './visitor';

/** What a visitor does, and what has to come of it. */
interface Journey extends Settings {
  readonly name: string;
  /** Whether it leads to another document even where scripts are off. */
  readonly leads?: true;
  readonly play: (visitor: Visitor, site: string) => Promise<void>;
}

const WIDE = { scripts: true, dark: false, width: 1280 };
const PHONE = { ...WIDE, width: 450 };
const CONTACT = `#${FORM_IDS.contact}`;

const TYPED: Readonly<Record<string, string>> = {
  name: 'Оксана',
  email: 'oksana@vidlunnia.example',
  phone: '+380 43 000 00 00',
  message: 'Гукаю',
};

export const JOURNEYS: readonly Journey[] = [
  { ...WIDE, name: 'the home page is whole', play: readHome },
  { ...WIDE, name: 'the home page is whole without scripts', scripts: false, play: readHome },
  {
    ...WIDE,
    name: 'the dark scheme is dark',
    dark: true,
    play: async (visitor, site) => {
      await visitor.open(site);
      await until(visitor, "getComputedStyle(document.body).backgroundColor === 'rgb(18, 16, 25)'");
    },
  },
  {
    ...PHONE,
    name: 'the menu opens, and leads to a section',
    play: async (visitor, site) => {
      await visitor.open(site);
      await visitor.click('[commandfor]');
      await until(visitor, "document.querySelector('dialog').open");
      await visitor.click('dialog a[href$="#team"]');
      await until(visitor, "!document.querySelector('dialog').open && location.hash === '#team'");
      await until(visitor, "Math.abs(document.querySelector('#team').getBoundingClientRect().top) < 120");
    },
  },
  {
    ...PHONE,
    name: 'without scripts there are plain links to the sections',
    scripts: false,
    play: async (visitor, site) => {
      await visitor.open(site);
      await until(
        visitor,
        '[...document.querySelectorAll(\'header a[href$="#team"]\')].some((link) => link.checkVisibility())',
      );
      await until(visitor, "!document.querySelector('[commandfor]').checkVisibility()");
    },
  },
  {
    ...WIDE,
    name: 'a form says what it lacks in Ukrainian, then is sent',
    play: async (visitor, site) => {
      await visitor.open(`${site}/${CONTACT}`);
      await untilLive(visitor);
      await visitor.click(`${CONTACT} button[type=submit]`);
      await until(visitor, `document.querySelector('${CONTACT}').textContent.includes('Заповніть це поле.')`);
      await until(visitor, `document.activeElement === document.querySelector('${CONTACT} [name=name]')`);
      await fill(visitor);
      await visitor.click(`${CONTACT} button[type=submit]`);
      await until(
        visitor,
        `document.querySelector('${CONTACT} [role=status]').textContent.includes('Відповімо')`,
      );
      await until(visitor, `document.querySelector('${CONTACT} [name=name]').value === ''`);
    },
  },
  {
    ...WIDE,
    name: 'a form is sent without scripts',
    scripts: false,
    leads: true,
    play: async (visitor, site) => {
      await visitor.open(`${site}/${CONTACT}`);
      await fill(visitor);
      await visitor.click(`${CONTACT} button[type=submit]`);
      await until(visitor, "location.search === '?sent=contact'");
      await until(
        visitor,
        `document.querySelector('${CONTACT} [role=status]').textContent.includes('Відповімо')`,
      );
    },
  },
  { ...WIDE, name: 'a service’s link chooses it in the form', play: chooseService },
  {
    ...WIDE,
    name: 'a service’s link chooses it without scripts',
    scripts: false,
    leads: true,
    play: chooseService,
  },
  {
    ...WIDE,
    name: 'a post opens inside the page, and the way back leads to where the visitor was',
    play: async (visitor, site) => {
      await visitor.open(site);
      await untilLive(visitor);
      await visitor.read("(document.querySelector('#blog').scrollIntoView(), window.kept = true)");
      await visitor.click('#blog article a');
      await until(
        visitor,
        "location.pathname.startsWith('/blog/') && document.querySelector('article h1') !== null",
      );
      await until(visitor, 'scrollY === 0');
      await visitor.click('header [data-nav=back]');
      await until(visitor, "location.pathname === '/' && scrollY > 1000 && window.kept === true");
    },
  },
];

async function readHome(visitor: Visitor, site: string): Promise<void> {
  await visitor.open(site);
  const ids = JSON.stringify(SECTION_IDS);
  await until(visitor, `${ids}.every((id) => document.getElementById(id)?.checkVisibility() === true)`);
  await until(visitor, "document.querySelectorAll('#services h3').length === 6");
  await until(visitor, `document.querySelectorAll('#blog article').length === ${String(TEASER_POSTS)}`);
  await until(
    visitor,
    `document.querySelector('${CONTACT}') !== null && document.querySelector('#${FORM_IDS.application}') !== null`,
  );
  await until(visitor, 'document.documentElement.scrollWidth <= innerWidth');
}

async function chooseService(visitor: Visitor, site: string): Promise<void> {
  const [type] = SERVICE_TYPES;
  await visitor.open(site);
  await visitor.click(`#services a[href*="service=${type}"]`);
  await until(
    visitor,
    `new FormData(document.querySelector('${CONTACT}')).get('service_type') === '${type}'`,
  );
}

/** Waits until links and the contact form are live, which a key brings about. */
async function untilLive(visitor: Visitor): Promise<void> {
  await visitor.read("dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))");
  await visitor.read(
    `document.querySelector('${CONTACT}').dispatchEvent(new Event('pointerover', { bubbles: true }))`,
  );
  await until(visitor, "document.documentElement.hasAttribute('data-follows-links')");
  await until(
    visitor,
    `Object.keys(document.querySelector('${CONTACT}')).some((key) => key.startsWith('__react'))`,
  );
}

async function fill(visitor: Visitor): Promise<void> {
  for (const [name, text] of Object.entries(TYPED)) await visitor.type(`${CONTACT} [name=${name}]`, text);
}
