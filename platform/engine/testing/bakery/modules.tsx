import { useId, useState, type ReactNode } from 'react';
import type { PageHead, RemoteModule } from '../../site';
import type { Modules } from '../islands';
import type { BakeryInput } from './site';

/** The bakery's API. */
export interface BakeryApi {
  breads(): Promise<readonly string[]>;
  story(id: string): Promise<{ readonly title: string }>;
  /** Number of pages of stories. */
  pages(): Promise<number>;
}

export const API: BakeryApi = {
  breads: () => Promise.resolve(['Rye']),
  story: () => Promise.resolve({ title: 'About rye' }),
  pages: () => Promise.resolve(1),
};

/** A module with the types that only its remote and the site know. */
interface TypedModule {
  default(props: never): ReactNode;
  load?(params: never, context: { readonly api: BakeryApi }): Promise<unknown>;
  head?(data: never): PageHead;
  readonly interactive?: boolean;
}

/** A loaded module, as the engine sees it. */
export const loaded = (module: TypedModule) => Promise.resolve(module as RemoteModule);

interface JobsProps {
  form(this: void, slot: Omit<JobFormProps, 'api'>): ReactNode;
}

const JOBS = ['Baker', 'Driver'];
function Jobs({ form }: JobsProps) {
  const [chosen, choose] = useState<JobFormProps['chosen']>(null);
  return (
    <section id="jobs">
      {JOBS.map((job) => (
        <button
          key={job}
          onClick={() => {
            choose({ job });
          }}
        >
          {job}
        </button>
      ))}
      {form({ jobs: JOBS, chosen })}
    </section>
  );
}

interface JobFormProps {
  readonly jobs: readonly string[];
  readonly chosen: { readonly job: string } | null;
}

/** Shows the last choice and the number of choices. */
function JobForm({ jobs, chosen }: JobFormProps) {
  const id = useId();
  const [seen, see] = useState({ chosen, times: 0 });
  if (seen.chosen !== chosen) see({ chosen, times: seen.times + 1 });
  return (
    <form id="job-form">
      <label htmlFor={id}>Surname</label>
      <input id={id} />
      <output>{chosen ? `${chosen.job} × ${String(seen.times)}` : jobs.join()}</output>
    </form>
  );
}

interface OrderFormProps {
  readonly order: BakeryInput['order'] | null;
  readonly chosen?: { readonly bread: string };
}

/** Counts presses of its bell. */
function OrderForm({ order, chosen }: OrderFormProps) {
  const id = useId();
  const [rings, setRings] = useState(0);
  return (
    <form id="order-form">
      <label htmlFor={id}>Name</label>
      <input id={id} name="name" defaultValue={order?.values['name'] ?? ''} />
      <button
        type="button"
        onClick={() => {
          setRings(rings + 1);
        }}
      >
        Rings: {rings}
      </button>
      <output>{chosen?.bread}</output>
    </form>
  );
}

interface Loaded<Data> {
  readonly data: Data | null;
}

interface List {
  readonly page: number;
  readonly pages: number;
}

/** The bakery's modules, interactive like a real site's. */
export const MODULES = {
  'shop/Window': () => loaded({ default: () => <section id="window">Fresh bread</section> }),
  'shop/Breads': () =>
    loaded({
      default: ({ data }: Loaded<readonly string[]>) => <section id="breads">{data ?? 'none'}</section>,
      load: (_, { api }) => api.breads(),
    }),
  'shop/Jobs': () => loaded({ default: Jobs, interactive: true }),
  'orders/JobForm': () => loaded({ default: JobForm, interactive: true }),
  'news/Latest': () => loaded({ default: () => <section id="latest" />, load: (_, { api }) => api.pages() }),
  'shop/Visit': () =>
    loaded({ default: ({ form }: { form: ReactNode }) => <section id="visit">{form}</section> }),
  'orders/OrderForm': () => loaded({ default: OrderForm, interactive: true }),
  'news/Story': () =>
    loaded({
      default: ({ data }: Loaded<{ title: string }>) => <h1>{data?.title ?? 'No such story'}</h1>,
      load: ({ id }: { id: string }, { api }) => api.story(id),
      head: (data: { title: string } | null) => ({ title: data?.title ?? 'No such story' }),
    }),
  'news/List': () =>
    loaded({
      default: ({ data }: Loaded<List>) => <h1>Page {data?.page}</h1>,
      load: async ({ page }: { page: number }, { api }) => ({ page, pages: await api.pages() }),
      head: (data: List | null) => ({
        title: 'All stories',
        ...(data && data.page > data.pages && { missing: true }),
      }),
    }),
} satisfies Modules;
