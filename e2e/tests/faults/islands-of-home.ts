import type { Locator, Page } from '@playwright/test';
import { SECTION_IDS, type RemoteName } from '@vidlunnia/contracts';
import { REMOTE_NAMES } from '@vidlunnia/remote-kit/environment/topology';

/** A remote's part of the home page as a visitor tells it whole from missing. */
export interface HomeIsland {
  readonly name: string;
  /** Where it stands. */
  readonly place: (page: Page) => Locator;
  /** What is there when it is whole. */
  readonly whole: (page: Page) => Locator;
  /** What is read in its place when it failed. */
  readonly words: string;
  readonly links: readonly string[];
}

const SECTION_WORDS = 'Цей розділ не завантажився. Решта сторінки працює.';
const CONTACT_LINKS = ['+380 43 000 00 00', 'hello@vidlunnia.example'];

const section = (id: string, words: string): HomeIsland => ({
  name: id,
  place: (page) => page.locator(`section#${id}`),
  whole: (page) =>
    page
      .locator(`section#${id}`)
      .getByRole('heading', { level: id === 'hero' ? 1 : 2 })
      .filter({ hasNotText: words }),
  words,
  links: [],
});

const form = (id: string, place: string, words: string): HomeIsland => ({
  name: id,
  place: (page) => page.locator(`section#${place}`),
  whole: (page) => page.locator(`form#${id}`),
  words,
  links: CONTACT_LINKS,
});

/** The parts of `forms`. */
export const FORMS = {
  applicationForm: form(
    'application-form',
    'vacancies',
    'Форма не завантажилася. Надішліть кілька слів про себе на hello@vidlunnia.example або зателефонуйте: +380 43 000 00 00.',
  ),
  contactForm: form(
    'contact-form',
    'contact',
    'Форма не завантажилася, але ми вас почуємо: +380 43 000 00 00, hello@vidlunnia.example.',
  ),
} as const;

/** Parts of the home page of every remote but `home`, whose are all other sections. */
const OF_OTHERS: Readonly<Record<Exclude<RemoteName, 'home'>, readonly HomeIsland[]>> = {
  blog: [section('blog', 'Статті не завантажилися. Вони варті другої спроби.')],
  forms: [FORMS.applicationForm, FORMS.contactForm],
};

const names = new Set(Object.values(OF_OTHERS).flatMap((islands) => islands.map(({ name }) => name)));

/** Every remote's parts of the home page. */
export const ISLANDS_OF_HOME: Readonly<Record<RemoteName, readonly HomeIsland[]>> = {
  home: SECTION_IDS.filter((id) => !names.has(id)).map((id) => section(id, SECTION_WORDS)),
  ...OF_OTHERS,
};

/** Parts of the other remotes that must be whole when one fails. The forms stand in sections of `home`. */
export const islandsBeside = (failed: RemoteName): readonly HomeIsland[] =>
  REMOTE_NAMES.filter((remote) => remote !== failed && !(failed === 'home' && remote === 'forms')).flatMap(
    (remote) => ISLANDS_OF_HOME[remote],
  );
