/** @jest-environment ./testing/browser-environment.ts */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SECTION_IDS, type ModuleId, type ModuleProps } from '@vidlunnia/contracts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router-dom';
import { fakeServices, withPlain, type Modules } from '../../testing/islands';
import { stubResizeObserver } from '../../testing/resize-observer';
import { modulesOf, pageAt } from '../pages/pages';
import { HEADS, HOME_HEAD, NOT_FOUND_HEAD } from '../pages/page-heads';
import { PageServicesProvider } from '../islands/page-services';
import { announcements } from './announcer';
import { BrowserApp } from './browser-app';
import { createRoutes } from './routes';

const log = jest.fn();
const HOME_MODULES = modulesOf(pageAt('/'), []);

beforeEach(() => {
  jest.resetAllMocks();
  stubResizeObserver();
  Object.assign(globalThis, { IntersectionObserver: globalThis.ResizeObserver });
  window.scrollTo = () => undefined;
  Element.prototype.getAnimations = () => [];
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const section = (id: string, Heading: 'h1' | 'h2' = 'h2') => ({
  default: () => (
    <section id={id}>
      <Heading>{id}</Heading>
    </section>
  ),
});
const Vacancies = ({ form }: ModuleProps<'home/Vacancies'>) => (
  <section id="vacancies" aria-label="vacancies">
    {form({ positions: ['SMM'], chosen: null })}
  </section>
);
const Contact = ({ form, details }: ModuleProps<'home/Contact'>) => (
  <section id="contact" aria-label="contact">
    {details.phone}
    {form}
  </section>
);
const ApplicationForm = ({ positions, details }: ModuleProps<'forms/ApplicationForm'>) => (
  <form aria-label="application">
    {positions} {details.email}
  </form>
);
const Post = ({ data }: ModuleProps<'blog/Post'>) => (
  <>
    <h1>{data ? data.title : 'Стаття не знайдена'}</h1>
    <a href="/blog/2">Далі</a>
  </>
);

const OWN: Modules = {
  'home/Hero': () => Promise.resolve(section('hero', 'h1')),
  'home/Services': () =>
    Promise.resolve({ default: () => <section id="services" />, load: () => Promise.resolve([]) }),
  'home/Vacancies': () => Promise.resolve({ default: Vacancies }),
  'home/Contact': () => Promise.resolve({ default: Contact }),
  'blog/Teaser': () =>
    Promise.resolve({
      default: () => (
        <section id="blog">
          <a href="/blog/1">Читати</a>
        </section>
      ),
      load: () => Promise.resolve([]),
    }),
  'blog/Post': () => Promise.resolve({ default: Post, load: ({ postId }, { api }) => api.post(postId) }),
  'blog/Archive': () =>
    Promise.resolve({
      default: ({ data }) => <h1>Сторінка {data?.page}</h1>,
      load: ({ page }) => Promise.resolve({ page, pages: page, categories: [], groups: [] }),
    }),
  'forms/ApplicationForm': () => Promise.resolve({ default: ApplicationForm }),
  'forms/ContactForm': () => Promise.resolve({ default: () => <form aria-label="message" /> }),
};
const MODULES = withPlain(OWN, section);

async function visit(address: string, changes: Modules = {}) {
  const calls = { post: (id: string) => Promise.reject(new Error(`no post ${id}`)) };
  const { services, asked } = fakeServices(
    { ...MODULES, ...changes },
    { calls, log, announce: announcements.say },
  );
  const router = createMemoryRouter(createRoutes(services.store), { initialEntries: [address] });
  await act(async () => {
    render(
      <PageServicesProvider value={services}>
        <BrowserApp router={router} served={null} />
      </PageServicesProvider>,
    );
    await Promise.resolve();
  });
  return { asked: () => asked.mock.calls.map(([id]) => id), router };
}
const failed = () => Promise.reject(new Error('404'));
const sectionIds = () => [...document.querySelectorAll('main section')].map(({ id }) => id);

describe('/', () => {
  test('has its sections in order, each form in its slot', async () => {
    await visit('/');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('hero');
    expect(sectionIds()).toEqual(SECTION_IDS);
    const vacancies = within(screen.getByRole('region', { name: 'vacancies' }));
    expect(vacancies.getByRole('form', { name: 'application' })).toHaveTextContent(
      'SMM hello@vidlunnia.example',
    );
    const contact = within(screen.getByRole('region', { name: 'contact' }));
    expect(contact.getByRole('form', { name: 'message' })).toBeInTheDocument();
    expect(document.title).toBe(HOME_HEAD.title);
  });

  test('starts every island at once, forms before their sections ask for them, and each once', async () => {
    const { asked } = await visit('/', { 'home/Vacancies': () => new Promise(() => undefined) });
    expect(asked()).toEqual(HOME_MODULES);
  });

  test('keeps its order while islands are on their way', async () => {
    const hanging = () => new Promise<never>(() => undefined);
    await visit('/', { 'home/Hero': hanging, 'home/Services': hanging, 'blog/Teaser': hanging });
    expect(sectionIds()).toEqual(SECTION_IDS);
  });

  test.each<ModuleId>(HOME_MODULES)('stands without %s', async (id) => {
    await visit('/', { [id]: failed });
    expect(await screen.findAllByRole('button', { name: 'Спробувати ще раз' })).toHaveLength(1);
    expect(sectionIds()).toEqual(SECTION_IDS);
    expect(screen.getByRole('contentinfo')).toBeInTheDocument();
  });

  test('stands without any', async () => {
    await visit('/', Object.fromEntries(Object.keys(MODULES).map((id) => [id, failed])));
    expect(await screen.findAllByRole('button', { name: 'Спробувати ще раз' })).toHaveLength(
      SECTION_IDS.length,
    );
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByRole('banner')).toBeInTheDocument();
    expect(screen.getByRole('contentinfo')).toBeInTheDocument();
  });
});

describe('/blog/{postId}', () => {
  test('asks for the post of its address', async () => {
    const { asked } = await visit('/blog/%D0%BB%D1%83%D0%BD%D0%B0');
    expect(asked()).toEqual(['blog/Post']);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Стаття не знайдена');
    expect(log.mock.calls).toEqual([['blog/Post could not be loaded', new Error('no post луна')]]);
    expect(screen.getByRole('contentinfo')).toBeInTheDocument();
  });

  test('says that it is loading (specification, section 2)', async () => {
    await visit('/blog/1', { 'blog/Post': () => new Promise(() => undefined) });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Завантажуємо статтю…');
  });

  test('shows the next post for a link within the post', async () => {
    const { router } = await visit('/blog/1');
    await userEvent.click(await screen.findByRole('link', { name: 'Далі' }));
    expect(router.state.location.pathname).toBe('/blog/2');
    await screen.findByRole('heading', { level: 1 });
    expect(log).toHaveBeenCalledWith('blog/Post could not be loaded', new Error('no post 2'));
  });
});

test('from the home page to a post: focus goes to its start, and back on the home page islands are there at once', async () => {
  const { asked } = await visit('/');
  await userEvent.click(await screen.findByRole('link', { name: 'Читати' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Стаття не знайдена' })).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByRole('main')).toHaveFocus();
  });
  await userEvent.click(
    within(screen.getByRole('banner')).getByRole('link', { name: 'Відлуння, на головну' }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'hero' })).toBeInTheDocument();
  expect(asked().filter((id) => id === 'home/Hero')).toHaveLength(1);
});

test('a link to a section of the page that is shown asks for nothing again, not even for what failed', async () => {
  const { asked, router } = await visit('/', { 'home/Team': failed });
  const before = asked().length;
  await userEvent.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Про нас' }));
  expect(router.state.location.hash).toBe('#about');
  await waitFor(() => {
    expect(document.getElementById('about')).toHaveFocus();
  });
  expect(asked()).toHaveLength(before);
});

test.each(['/nothing', '/blog/page/1', '/blog/1/2'])('%s is the page that is not there', async (address) => {
  const { asked } = await visit(address);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Тут навіть луна мовчить');
  expect(document.title).toBe(NOT_FOUND_HEAD.title);
  expect(asked()).toEqual([]);
});

test('all posts stand at /blog and behind it, each page by itself', async () => {
  const { asked } = await visit('/blog');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Сторінка 1');
  expect(asked()).toEqual(['blog/Archive']);
});

test('what happens to personal data stands at /privacy, of which no remote has a part', async () => {
  const { asked } = await visit('/privacy');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Що ми робимо з вашими даними');
  expect(screen.getByText(/^12 місяців/)).toBeInTheDocument();
  expect(document.title).toBe(HEADS.privacy.title);
  expect(asked()).toEqual([]);
});

test('announcements are read by screen readers wherever the visitor is', async () => {
  await visit('/nothing');
  act(() => {
    announcements.say('Розділ завантажено');
  });
  expect(screen.getByRole('status')).toHaveTextContent('Розділ завантажено');
});
