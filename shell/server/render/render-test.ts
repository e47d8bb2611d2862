import type { FormName, ModuleId } from '@vidlunnia/contracts';
import type { PageRequest, Submission } from '../../src/pages/page-request';
import type { Failure } from '../../src/failure';
import type { RenderedPage } from '../../src/rendering/page-renderer';
import { rowOf } from '../../src/pages/page-table';
import { modulesOf, pageAt } from '../../src/pages/pages';
import { remoteOf, type ReleaseSet } from '../../src/remotes/release-set';
import { DEADLINES } from '../../src/rendering/deadlines';
import type { RenderWorker } from './supervised-worker';

const PERSON = { name: 'Золота Луна', email: 'luna@example.com', phone: '+380 43 111 22 33' };

/** Typed values of a visitor whose form is returned. */
const TYPED = {
  application: { ...PERSON, city: 'Золотоноша' },
  contact: { ...PERSON, message: 'Гукаю золотою луною' },
} as const satisfies Readonly<Record<FormName, Readonly<Record<string, string>>>>;

const FORMS = { application: 'forms/ApplicationForm', contact: 'forms/ContactForm' } as const;

const HOME = { pathname: '/', submission: null, golden: 'full' } as const;
const sent = (form: FormName): Submission => ({ form, accepted: true, values: {} });
const rejected = (form: FormName): Submission => ({
  ...{ form, accepted: false },
  values: TYPED[form],
  errors: ['phone'],
});

/** Pages that every set has to render before it goes live, with forms that were sent without scripts. */
const GOLDEN_PAGES: Readonly<Record<string, PageRequest>> = {
  '/': HOME,
  '/ without services and posts': { ...HOME, golden: 'empty' },
  '/ with a service chosen': { ...HOME, service: 'smm' },
  '/ with a service that the form does not list': { ...HOME, service: 'Аналітика' },
  '/ after the application form was sent': { ...HOME, submission: sent('application') },
  '/ after the application form was rejected': { ...HOME, submission: rejected('application') },
  '/ after the contact form was sent': { ...HOME, submission: sent('contact') },
  '/ after the contact form was rejected': { ...HOME, submission: rejected('contact') },
  '/blog': { ...HOME, pathname: '/blog' },
  '/blog without posts': { ...HOME, pathname: '/blog', golden: 'empty' },
  '/blog/golden': { ...HOME, pathname: '/blog/golden' },
};

/**
 * Starts a worker and renders the golden pages with constant data, so that an API that is down does not reject
 * releases. Both the first worker of a set and every replacement have to pass; a worker that fails is stopped. Rejects
 * when a page cannot be rendered, or when an island of the set is missing, crashes, lacks data, is empty, or loses
 * typed values.
 */
export async function startTried(set: ReleaseSet, start: () => Promise<RenderWorker>): Promise<RenderWorker> {
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

const WORDS: Partial<Record<Failure['stage'], string>> = {
  load: 'cannot be loaded',
  data: 'cannot load data',
};

/** A failure of an island as a sentence. */
export const inWords = ({ id, stage, reason }: Failure): string =>
  `${id} ${WORDS[stage] ?? 'could not be rendered'}: ${reason}`;

function problemsOf({ pathname, submission }: PageRequest, page: RenderedPage, set: ReleaseSet): string[] {
  const modules = modulesOf(pageAt(pathname), set.zones);
  const present = modules.filter((id) => set.remotes[remoteOf(id)]);
  const failures = page.failures.filter(({ id }) => present.some((module) => module === id));
  if (failures.length > 0) return failures.map(inWords);
  // Another remote's section may be the place of this island, and that remote may be absent.
  if (present.length < modules.length) return [];
  const empty = present.filter((id) => isEmpty(page.html, id));
  if (empty.length > 0) return empty.map((id) => `${id} renders nothing`);
  return submission && !submission.accepted ? lost(page.html, submission) : [];
}

/** Typed values of a returned form that are missing on the page. */
function lost(html: string, { form, values }: Submission): string[] {
  const fields = Object.keys(values).filter((field) => !html.includes(values[field] ?? ''));
  return fields.length > 0 ? [`${FORMS[form]} loses what was typed: ${fields.join(', ')}`] : [];
}

/** Whether an island's element is missing, or has nothing in it but the empty place of another island. */
function isEmpty(html: string, id: ModuleId): boolean {
  const [opening] = new RegExp(`<\\w+[^>]* id="${rowOf(id).element}"[^>]*>`).exec(html) ?? [];
  if (opening === undefined) return true;
  const inside = html.slice(html.indexOf(opening) + opening.length);
  return /^(?:<!--[^>]*-->|<div data-island=[^>]*>)*<\/(?!span)/.test(inside);
}
