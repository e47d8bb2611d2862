import type { FormName, ModuleId } from '@vidlunnia/contracts';
import { failureInWords } from '../../src/failures';
import { modulesOf, pageAt, rowOf } from '../../src/pages/pages';
import {
  DEADLINES,
  islandsIn,
  textOf,
  type PageRequest,
  type RenderedIsland,
  type RenderedPage,
  type Submission,
} from '../../src/pages/rendered-page';
import { remoteOf, type ReleaseSet } from '../../src/remotes/release-set';
import type { RenderWorker } from './supervised-worker';

const PERSON = { name: 'Золота Луна', email: 'luna@example.com', phone: '+380 43 111 22 33' };

/** Typed values of a visitor whose form is returned. */
const TYPED = {
  application: { ...PERSON, city: 'Золотоноша' },
  contact: { ...PERSON, message: 'Гукаю золотою луною' },
} as const satisfies Readonly<Record<FormName, Readonly<Record<string, string>>>>;

const FORMS = { application: 'forms/ApplicationForm', contact: 'forms/ContactForm' } as const;

const HOME: PageRequest = { page: pageAt('/'), submission: null, golden: 'full' };
const sent = (form: FormName): Submission => ({ form, accepted: true, values: {} });
const rejected = (form: FormName): Submission => ({
  form,
  accepted: false,
  values: TYPED[form],
  errors: ['phone'],
});

/** Pages that every set must render before it goes live. Some return a form that was sent without scripts. */
const GOLDEN_PAGES: Readonly<Record<string, PageRequest>> = {
  '/': HOME,
  '/ without services and posts': { ...HOME, golden: 'empty' },
  '/ with a service chosen': { ...HOME, service: 'smm' },
  '/ with a service that the form does not list': { ...HOME, service: 'Аналітика' },
  '/ after the application form was sent': { ...HOME, submission: sent('application') },
  '/ after the application form was rejected': { ...HOME, submission: rejected('application') },
  '/ after the contact form was sent': { ...HOME, submission: sent('contact') },
  '/ after the contact form was rejected': { ...HOME, submission: rejected('contact') },
  '/blog': { ...HOME, page: pageAt('/blog') },
  '/blog without posts': { ...HOME, page: pageAt('/blog'), golden: 'empty' },
  '/blog/golden': { ...HOME, page: pageAt('/blog/golden') },
};

/**
 * Starts a worker and renders the golden pages. Their data is constant, so releases pass while the API is down. The
 * first worker of a set and every replacement must pass; a failing worker is stopped. Rejects when a page cannot be
 * rendered, or when an island of the set is missing, crashes, lacks data, is empty, or loses typed values.
 */
export async function startTested(
  set: ReleaseSet,
  start: () => Promise<RenderWorker>,
): Promise<RenderWorker> {
  const worker = await start();
  try {
    for (const [name, request] of Object.entries(GOLDEN_PAGES)) {
      const page = await worker.render(request, DEADLINES.page);
      const problems = problemsOf(request, page, set);
      if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`);
    }
    return worker;
  } catch (error) {
    await worker.stop();
    throw error;
  }
}

function problemsOf({ page, submission }: PageRequest, rendered: RenderedPage, set: ReleaseSet): string[] {
  const modules = modulesOf(page, set.zones);
  const present = modules.filter((id) => set.remotes[remoteOf(id)]);
  const failures = rendered.failures.filter(({ id }) => present.some((module) => module === id));
  if (failures.length > 0) return failures.map(failureInWords);
  // The island may be nested in the section of an absent remote.
  if (present.length < modules.length) return [];
  const islands = new Map(islandsIn(rendered.html).map((island) => [island.id, island]));
  const empty = present.filter((id) => isEmpty(id, islands.get(id)));
  if (empty.length > 0) return empty.map((id) => `${id} renders nothing`);
  return submission && !submission.accepted ? lost(islands, submission) : [];
}

/** Comments and the empty elements of other islands. */
const NOTHING = /<!--[^>]*-->|<div data-island="[^"]*"><\/div>/g;

/** Whether an island or its element is missing, or its element is empty. */
function isEmpty(id: ModuleId, island: RenderedIsland | undefined): boolean {
  const html = textOf(island?.html ?? []).replace(NOTHING, '');
  const { page, element } = rowOf(id);
  // It is nested in the element of another page's island.
  return (page === 'home' && !html.includes(` id="${element}"`)) || /^(?:<(\w+)[^>]*><\/\1>)?$/.test(html);
}

/** Fields whose typed values a returned form has lost. */
function lost(islands: ReadonlyMap<ModuleId, RenderedIsland>, { form, values }: Submission): string[] {
  const html = textOf(islands.get(FORMS[form])?.html ?? []);
  const fields = Object.keys(values).filter((field) => !html.includes(values[field] ?? ''));
  return fields.length > 0 ? [`${FORMS[form]} loses what was typed: ${fields.join(', ')}`] : [];
}
