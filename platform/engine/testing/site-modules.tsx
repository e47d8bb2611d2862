import { useId, useState } from 'react';
import type { Api, ChosenPosition, ModuleId, ModuleProps } from '@vidlunnia/contracts';
import { GOLDEN_POST, GOLDEN_SERVICES } from '@vidlunnia/contracts/golden';
import { MODULE_IDS, rowOf } from '../../../shell/src/pages/pages';
import type { Modules } from './islands';

/** Source of the modules' data. */
export const CALLS: Partial<Api> = {
  services: () => Promise.resolve(GOLDEN_SERVICES.slice(0, 1)),
  posts: () => Promise.resolve([]),
  post: () => Promise.resolve({ ...GOLDEN_POST, title: 'Про луну' }),
};

const POSITIONS = ['SMM', 'Таргет'];
function Vacancies({ form }: ModuleProps<'home/Vacancies'>) {
  const [chosen, choose] = useState<ChosenPosition | null>(null);
  return (
    <section id="vacancies">
      {POSITIONS.map((position) => (
        <button
          key={position}
          onClick={() => {
            choose({ position });
          }}
        >
          {position}
        </button>
      ))}
      {form({ positions: POSITIONS, chosen })}
    </section>
  );
}

/** Shows the last choice and the number of choices. */
function ApplicationForm({ positions, chosen }: ModuleProps<'forms/ApplicationForm'>) {
  const id = useId();
  const [seen, see] = useState({ chosen, times: 0 });
  if (seen.chosen !== chosen) see({ chosen, times: seen.times + 1 });
  return (
    <form id="application-form">
      <label htmlFor={id}>Прізвище</label>
      <input id={id} />
      <output>{chosen ? `${chosen.position} × ${String(seen.times)}` : positions.join()}</output>
    </form>
  );
}

/** Counts choices. */
function ContactForm({ outcome, chosen }: ModuleProps<'forms/ContactForm'>) {
  const id = useId();
  const [times, setTimes] = useState(0);
  return (
    <form id="contact-form">
      <label htmlFor={id}>Імʼя</label>
      <input id={id} name="name" defaultValue={outcome?.values['name'] ?? ''} />
      <button
        type="button"
        onClick={() => {
          setTimes(times + 1);
        }}
      >
        Гукнули: {times}
      </button>
      <output>{chosen?.service}</output>
    </form>
  );
}

const EMPTY = { categories: [], posts: [] };

/** Modules with more than plain content, interactive like on the real site. */
const OWN = {
  'home/Services': () =>
    Promise.resolve({
      default: ({ data }) => (
        <section id="services">{data?.services.map(({ title }) => title) ?? 'порожньо'}</section>
      ),
      load: async (_, { api }) => ({ lead: '', services: await api.services() }),
    }),
  'home/Vacancies': () => Promise.resolve({ default: Vacancies, interactive: true }),
  'home/Contact': () => Promise.resolve({ default: ({ form }) => <section id="contact">{form}</section> }),
  'blog/Teaser': () =>
    Promise.resolve({ default: () => <section id="blog" />, load: (_, { api }) => api.posts() }),
  'blog/Post': () =>
    Promise.resolve({
      default: ({ data }) => <h1>{data?.title ?? 'Стаття не знайдена'}</h1>,
      load: ({ postId }, { api }) => api.post(postId),
      head: (data) => ({ title: data ? `${data.title} — Відлуння` : 'Статті немає — Відлуння' }),
    }),
  'blog/Archive': () =>
    Promise.resolve({
      default: ({ data }) => <h1>Сторінка {data?.page ?? 'без даних'}</h1>,
      load: async ({ page }, { api }) => ({ ...EMPTY, page, pages: (await api.posts()).length }),
      head: (data) => ({
        title: 'Блог — Відлуння',
        ...(data && data.page > Math.max(1, data.pages) && { missing: true }),
      }),
    }),
  'forms/ApplicationForm': () => Promise.resolve({ default: ApplicationForm, interactive: true }),
  'forms/ContactForm': () => Promise.resolve({ default: ContactForm, interactive: true }),
} as const satisfies Modules;

const sectionOf = (id: ModuleId) => {
  const { element } = rowOf(id);
  return { default: () => <section id={element}>{element}</section> };
};

/** The modules of a whole small site. */
export const MODULES: Modules & typeof OWN = {
  ...(Object.fromEntries(MODULE_IDS.map((id) => [id, () => Promise.resolve(sectionOf(id))])) as Modules),
  ...OWN,
};
