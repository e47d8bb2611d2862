import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { Form } from '../../support/form';
import { FORMS, sampleValues } from '../../support/form-facts';
import { openHome } from '../../support/home-page';
import { openInside } from '../../support/inside';
import { PAGES } from '../../support/pages';
import { choiceOf, fillNative, nativeForm } from '../../support/native-form';
import { expect, test } from '../../support/test';
import { stopTime, toastsOf } from '../../support/toasts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const;

/** Violations in short, so that a failure tells what is wrong where. */
async function violationsOf(page: Page, part?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page }).withTags(RULES);
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

interface State {
  /** The part of the page that is in the state; the rest was looked at with the page. */
  readonly part?: string;
  readonly bring: (page: Page) => Promise<void>;
}

const CONTACT_AND_TOASTS = '#contact, [aria-label="Сповіщення"]';

/** Fills the contact form and presses its button; the API’s answer is a status, or none. */
async function sendContact(page: Page, status: number | null): Promise<Form> {
  await stopTime(page); // its toast stays
  await page.route(`**${FORMS.contact.path}`, (route) =>
    status === null ? undefined : route.fulfill({ status }),
  );
  await openHome(page);
  const form = new Form(page, 'contact');
  await form.fill(sampleValues('contact'));
  await form.button.click();
  return form;
}

const STATES: Readonly<Record<string, State>> = {
  'a choice’s menu open': {
    part: '#contact',
    bring: async (page) => {
      await openHome(page);
      const form = new Form(page, 'contact');
      await form.openChoice();
      await expect(form.element.getByRole('listbox')).toBeVisible();
    },
  },
  'a filled form': {
    part: '#vacancies',
    bring: async (page) => {
      await openHome(page);
      await new Form(page, 'application').fill(sampleValues('application'));
    },
  },
  'a form being sent': {
    part: '#contact',
    bring: async (page) => {
      const form = await sendContact(page, null);
      await expect(form.button).toHaveText(FORMS.contact.busy);
    },
  },
  'a toast of success': {
    part: CONTACT_AND_TOASTS,
    bring: async (page) => {
      await sendContact(page, 201);
      await expect(toastsOf(page)).toBeVisible();
    },
  },
  'a refused form and its toast': {
    part: CONTACT_AND_TOASTS,
    bring: async (page) => {
      const form = await sendContact(page, 500);
      await expect(toastsOf(page)).toBeVisible();
      await expect(form.element.getByRole('status')).toContainText('зателефонуйте');
    },
  },
  'a field invalid': {
    part: '#contact',
    bring: async (page) => {
      await openHome(page);
      const form = new Form(page, 'contact');
      await form.button.click();
      await expect(form.field('name')).toBeFocused();
    },
  },
  'its forms before any script has come': {
    bring: async (page) => {
      await page.route(/\.js$/, (route) => route.abort());
      await page.goto('/');
      await expect(choiceOf(page, 'contact')).toBeVisible();
    },
  },
  'a form accepted without a script': {
    part: '#contact',
    bring: async (page) => {
      await page.route(/\.js$/, (route) => route.abort());
      await page.goto('/?sent=contact#contact-form');
      await expect(nativeForm(page, 'contact').getByRole('status').first()).toBeVisible();
    },
  },
  'a form refused without a script': {
    part: '#contact',
    bring: async (page) => {
      await page.route(/\.js$/, (route) => route.abort());
      await page.goto('/');
      await fillNative(page, 'contact', { ...sampleValues('contact'), phone: '' });
      // What no browser lets through: the API has to refuse it.
      await nativeForm(page, 'contact').evaluate((form) => {
        form.setAttribute('novalidate', '');
      });
      await nativeForm(page, 'contact').getByRole('button').click();
      await expect(nativeForm(page, 'contact').getByRole('alert')).toBeVisible();
    },
  },
  'fallbacks in place of parts': {
    bring: async (page) => {
      await page.route('**/remotes/**', (route) => route.abort());
      await openInside(page);
      await expect(page.getByRole('button', { name: 'Спробувати ще раз' }).first()).toBeVisible();
    },
  },
  'a form’s fallback': {
    part: '#contact',
    bring: async (page) => {
      await page.route('**/remotes/forms/**', (route) => route.abort());
      await openInside(page);
      await expect(page.locator('#contact').getByRole('button', { name: 'Спробувати ще раз' })).toBeVisible();
    },
  },
  'a post’s fallback': {
    bring: async (page) => {
      await page.route('**/remotes/**', (route) => route.abort());
      await openInside(page, '/blog/piat-kaviaren');
      await expect(page.getByRole('button', { name: 'Спробувати ще раз' })).toBeVisible();
    },
  },
  'a post loading': {
    bring: async (page) => {
      await page.route(/\/api\/blog\//, () => undefined);
      await openInside(page, '/blog/piat-kaviaren');
      await expect(page.getByText('Завантажуємо статтю…')).toBeVisible();
    },
  },
};

/** Even a change of colour without motion takes a frame, in which the old one is still there. */
const afterNextFrame = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );

/** Looks in both colour schemes. */
async function expectAccessible(page: Page, part?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion: colours in the middle of a transition are nobody’s choice.
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    await afterNextFrame(page);
    expect(await violationsOf(page, part), colorScheme).toEqual([]);
  }
}

for (const viewport of SIZES) {
  test.describe(`at ${String(viewport.width)} px, light and dark, nothing breaks WCAG 2.2 A and AA`, () => {
    test.use({ viewport });

    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });

    for (const [name, open] of Object.entries(PAGES)) {
      test(`on ${name}`, async ({ page }) => {
        await open(page);
        await expectAccessible(page);
      });
    }
  });
}

test.describe('in light and dark, nothing breaks WCAG 2.2 A and AA', () => {
  test.use({ viewport: SIZES[0] });

  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  for (const [name, { part, bring }] of Object.entries(STATES)) {
    test(`with ${name}`, async ({ page }) => {
      await bring(page);
      await expectAccessible(page, part);
    });
  }

  test('with the menu open', async ({ page }) => {
    await openHome(page);
    await page.getByRole('button', { name: 'Відкрити меню' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });
});
