import { SECTION_IDS, TEASER_POSTS, type PostSummary, type Service } from '@vidlunnia/contracts';
import { holdAnswer } from '../../support/held-answer';
import { openHome, untilHomeIsWhole } from '../../support/home-page';
import { openInside } from '../../support/inside';
import { expect, test } from '../../support/one-visit';

const VACANCIES = [
  ['Менеджер/ка підтримки клієнтів', '20 000–30 000 ₴'],
  ['Адміністратор/ка соцмереж', '18 000–28 000 ₴'],
  ['Менеджер/ка з продажу та роботи з клієнтами', '22 000–35 000 ₴'],
] as const;

/** Digits and words with whatever space stands between them. */
const spaced = (text: string) => new RegExp(`^${text.replaceAll('+', '\\+').replaceAll(' ', '\\s')}$`);

test('the home page has all that section 2 of the specification names @core', async ({ page, request }) => {
  await openHome(page);

  await test.step('shows every section in the specified order', async () => {
    const ids = await page
      .getByRole('main')
      .locator('section[id]')
      .evaluateAll((sections) => sections.map(({ id }) => id));
    expect(ids).toEqual([...SECTION_IDS]);
    const islands = await page
      .locator('header, main, footer')
      .evaluateAll((elements) =>
        elements
          .filter((element) => !element.parentElement?.closest('header, main, footer'))
          .map(({ localName }) => localName),
      );
    expect(islands).toEqual(['header', 'main', 'footer']);
  });

  await test.step('has one first-level heading, one of each landmark and a title', async () => {
    await expect(page).toHaveTitle('Відлуння — діджитал-агенція у Вінниці: SMM, контент, ліди');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark)).toHaveCount(1);
    }
    await expect(page.getByRole('navigation', { name: 'Головна навігація' })).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: 'Навігація в підвалі' })).toHaveCount(1);
    for (const id of SECTION_IDS) await expect(page.locator(`section#${id}`)).toHaveRole('region');
    const levels = await page
      .getByRole('heading')
      .evaluateAll((headings) => headings.map(({ localName }) => Number(localName.slice(1))));
    const skips = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(skips).toEqual([]);
  });

  await test.step('hero and about: headline, both buttons, the statistics', async () => {
    const hero = page.locator('#hero');
    await expect(hero.getByRole('heading', { level: 1 })).toHaveText(/Гукнемо\s+так, що\s+відгукнеться/);
    await expect(hero.getByRole('link', { name: 'Почати проєкт' })).toBeVisible();
    await expect(hero.getByRole('link', { name: 'Розбори кейсів' })).toBeVisible();
    await expect(hero.getByRole('term')).toHaveText(['проєктів', 'задоволених клієнтів', 'років']);
    await expect(hero.getByRole('definition')).toHaveText(['200+', spaced('98 %'), '5+']);

    const about = page.locator('#about');
    await expect(about.getByText('50+')).toBeVisible();
    await expect(about.getByText('фахівців', { exact: true })).toBeVisible();
    await expect(about.getByText('24/7')).toBeVisible();
    await expect(about.getByText('підтримка', { exact: true })).toBeVisible();
  });

  await test.step('services: all that the API has, with a price only where there is one', async () => {
    const response = await request.get('/api/services');
    const services = (await response.json()) as Service[];
    expect(services.some(({ price_from }) => price_from !== undefined)).toBe(true);
    expect(services.some(({ price_from }) => price_from === undefined)).toBe(true);

    const tiles = page
      .locator('#services')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    await expect(tiles).toHaveCount(services.length);
    for (const [index, service] of services.entries()) {
      const tile = tiles.nth(index);
      await expect(tile.getByRole('heading')).toHaveText(service.title);
      await expect(tile.getByText(service.description, { exact: true })).toBeVisible();
      await expect(tile.locator(`use[href="${service.icon_url}"]`)).toHaveCount(1);
      await expect(tile.getByRole('listitem')).toHaveText(service.features);
      const price = tile.getByText('₴');
      if (service.price_from === undefined) await expect(price).toHaveCount(0);
      else await expect(price).toHaveText(priceText(service.price_from));
    }

    const icons = page.locator('#services svg:has(use)');
    for (const icon of await icons.all()) {
      await icon.scrollIntoViewIfNeeded();
      await expect
        .poll(() => icon.evaluate((svg) => svg instanceof SVGGraphicsElement && svg.getBBox().width > 0))
        .toBe(true);
    }
  });

  await test.step('reasons and team: six numbered 01 to 06; three people with name, position, photo and quote', async () => {
    const reasons = page.locator('#reasons').getByRole('listitem');
    await expect(reasons).toHaveText(
      ['01', '02', '03', '04', '05', '06'].map((number) => new RegExp(`^${number}`)),
    );
    await expect(reasons.getByRole('heading')).toHaveCount(6);

    const people = page.locator('#team').getByRole('listitem');
    await expect(people).toHaveCount(3);
    for (const person of await people.all()) {
      await expect(person.getByRole('heading')).toHaveText(/\S \S/);
      await expect(person.getByRole('paragraph').first()).toHaveText(/\S/);
      await expect(person.getByRole('blockquote')).toHaveText(/^«.+»$/);
      const photo = person.getByRole('img', { name: /\S/ });
      await photo.scrollIntoViewIfNeeded();
      await expect.poll(() => photo.evaluate(isDrawn)).toBe(true);
    }
  });

  await test.step('vacancies: three with their salary ranges, and the application form', async () => {
    const section = page.locator('#vacancies');
    const vacancies = section.getByRole('listitem').filter({ has: page.getByRole('heading') });
    await expect(vacancies).toHaveCount(VACANCIES.length);
    for (const [index, [title, salary]] of VACANCIES.entries()) {
      const vacancy = vacancies.nth(index);
      await expect(vacancy.getByRole('heading')).toHaveText(title);
      await expect(vacancy.getByText('₴')).toHaveText(spaced(salary));
      await expect(vacancy.getByRole('link', { name: `Відгукнутися на вакансію: ${title}` })).toBeVisible();
    }
    await expect(section.locator('#application-form')).toBeVisible();
  });

  await test.step('blog teaser: the first three posts, each leading to its page', async () => {
    const response = await request.get('/api/blog');
    const posts = (await response.json()) as PostSummary[];
    expect(posts.length).toBeGreaterThan(TEASER_POSTS);

    const cards = page.locator('#blog').getByRole('article');
    await expect(cards).toHaveCount(TEASER_POSTS);
    for (const [index, post] of posts.slice(0, TEASER_POSTS).entries()) {
      const card = cards.nth(index);
      await expect(card.getByRole('heading')).toHaveText(post.title);
      await expect(card.getByText(post.excerpt, { exact: true })).toBeVisible();
      await expect(card.getByText(post.category, { exact: true })).toBeVisible();
      const link = card.getByRole('link');
      await expect(link).toHaveText('Читати далі');
      await expect(link).toHaveAttribute('href', `/blog/${post.id}`);
      const cover = card.locator('img');
      await expect(cover).toHaveAttribute('src', post.image_url);
      await cover.scrollIntoViewIfNeeded();
      await expect.poll(() => cover.evaluate(isDrawn)).toBe(true);
    }
  });

  await test.step('contact: form, details and working hours', async () => {
    const contact = page.locator('#contact');
    await expect(contact.locator('#contact-form')).toBeVisible();
    await expect(contact.getByRole('link', { name: '+380 43 000 00 00' }).first()).toHaveAttribute(
      'href',
      'tel:+380430000000',
    );
    await expect(contact.getByRole('link', { name: 'hello@vidlunnia.example' }).first()).toHaveAttribute(
      'href',
      'mailto:hello@vidlunnia.example',
    );
    await expect(contact.getByText('вул. Соборна, 1, Вінниця')).toBeVisible();
    await expect(contact.getByRole('term')).toHaveText(['Пн–Пт', 'Сб–Нд']);
    await expect(contact.getByRole('definition')).toHaveText(['09:00–18:00', 'вихідні']);
  });

  await test.step('footer: columns for services, company and contacts, and social buttons that lead where the owner says', async () => {
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('heading')).toHaveText(['Послуги', 'Компанія', 'Контакти']);
    await expect(footer.getByRole('navigation').getByRole('link')).toHaveText([
      'SMM та просування',
      'Контент-маркетинг',
      'Лідогенерація',
      'Аналітика',
      'SEO-просування',
      'Брендинг',
      'Про нас',
      'Чому ми',
      'Команда',
      'Вакансії',
      'Блог',
    ]);
    await expect(footer.getByRole('link', { name: '+380 43 000 00 00' })).toBeVisible();
    await expect(footer.getByText(/Пн–Пт\s09:00–18:00/)).toBeVisible();
    const social = footer.getByRole('list', { name: 'Ми в соцмережах' }).getByRole('link');
    await expect(social).toHaveCount(4);
    for (const button of await social.all()) await expect(button).toHaveAccessibleName(/«Відлуння»/);
    for (const link of await social.all()) {
      await expect(link).toHaveAttribute('rel', 'me');
      await expect(link).toHaveAttribute('href', /^https:\/\/\w+\.example\/vidlunnia$/);
    }
    await expect(footer.getByRole('link', { name: /Соборна/ })).toHaveAttribute('href', /openstreetmap/);
  });
});

test('services and posts are asked for in parallel (specification, section 7)', async ({ page }) => {
  const held = await holdAnswer(page, /\/api\/(services|blog\?limit=3)$/);
  await openInside(page);
  // Neither is answered before both were asked for: one after the other would wait here for ever.
  await expect.poll(() => held.requests.length).toBe(2);
  held.release();
  await untilHomeIsWhole(page);
  expect(held.requests.map((request) => request.url().replace(/^.*(?=\/api\/)/, '')).sort()).toEqual([
    '/api/blog?limit=3',
    '/api/services',
  ]);
});

/** `14000` → `від 14 000 ₴`, with no-break spaces or others. */
const priceText = (price: number) =>
  new RegExp(`^від\\s${String(price).replace(/\B(?=(\d{3})+$)/g, '\\s')}\\s₴$`);

const isDrawn = (element: Element) =>
  element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0;
