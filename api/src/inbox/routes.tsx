import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SUBMISSION_KINDS, type SubmissionKind } from '../database/schema';
import type { SubmissionOfKind } from '../delivery/outbox';
import { formatCsv } from '../submissions/format-submissions';
import { listSubmissions, STATES, submissionFields } from '../submissions/list-submissions';
import { acceptSuspected, retryDeadLetters } from '../submissions/operations';
import { erasePerson, exportPerson } from '../submissions/personal-data';
import type { Body, InboxOptions } from './app';
import { readFigures } from './figures';
import { Figures } from './pages/figures';
import { List } from './pages/list';
import { Erase, One } from './pages/one';
import * as submissions from './submissions';

interface OfOne {
  readonly Params: { readonly id: string };
  readonly Body: Body;
}

/** Handles a request about a submission. */
type Run = (found: SubmissionOfKind, request: FastifyRequest<OfOne>, reply: FastifyReply) => Promise<unknown>;

const DONE: Readonly<Record<string, string>> = {
  saved: 'Збережено.',
  accepted: 'Це не спам, тож доставка почалася.',
  retried: 'Надсилаємо ще раз.',
  erased: 'Дані людини стерто.',
};

/** Responds to an address of something that does not exist. */
export const absent = (reply: FastifyReply) => reply.notice(404, 'Такого немає', 'Можливо, це вже стерто.');

/** The pages for people who have entered, and what their forms do. */
export function inboxRoutes(app: FastifyInstance, { database, channels }: InboxOptions): void {
  app.get('/', async (request, reply) => {
    const { query, selection, done } = read(request);
    const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
    const found = await submissions.findSubmissions(database, selection, page);
    const counts = await submissions.countByFilter(database);
    return reply.page(200, (frame) => <List {...frame} {...{ selection, page, found, counts, done }} />);
  });
  app.get('/figures', async (_request, reply) => {
    const figures = await readFigures(database);
    return reply.page(200, (frame) => <Figures {...frame} {...figures} />);
  });
  for (const kind of SUBMISSION_KINDS)
    app.get(`/${kind}.csv`, (request, reply) => {
      const condition = submissions.conditionOf(read(request).selection);
      const parts = csvOf(kind, listSubmissions(database, { kind, condition }));
      return download(reply, `${kind}.csv`).send(Readable.from(parts));
    });

  /** Finds the submission that the address names. */
  const about =
    (run: Run) =>
    async (request: FastifyRequest<OfOne>, reply: FastifyReply): Promise<unknown> => {
      const found = await submissions.findSubmission(database, request.params.id);
      return found ? run(found, request, reply) : absent(reply);
    };
  const show = async (
    reply: FastifyReply,
    found: SubmissionOfKind,
    done?: string,
    refused?: submissions.Mark,
  ) => {
    const deliveries = await submissions.deliveriesOf(database, found.submission.id);
    return reply.page(refused ? 409 : 200, (frame) => (
      <One {...frame} {...{ found, deliveries, done, refused }} />
    ));
  };
  const get = (path: string, run: Run) => app.get<OfOne>(`/submissions/:id${path}`, about(run));
  const post = (path: string, run: Run) => app.post<OfOne>(`/submissions/:id${path}`, about(run));
  get('', (found, request, reply) => show(reply, found, read(request).done));
  post('', async (found, { body, params: { id } }, reply) => {
    const state = STATES.find((each) => each === body?.get('state')) ?? 'new';
    const mark = { state, note: (body?.get('note') ?? '').replace(/\0|\r(?=\n)/g, '').trim() };
    const version = Number(body?.get('version'));
    if (await submissions.markSubmission(database, found, mark, version))
      return reply.redirect(`/submissions/${id}?done=saved`, 303);
    const changed = await submissions.findSubmission(database, id);
    return changed ? show(reply, changed, undefined, mark) : absent(reply);
  });
  post('/accept', async (_found, { params: { id } }, reply) => {
    const isAccepted = await acceptSuspected(database, id, channels);
    return reply.redirect(`/submissions/${id}?done=${isAccepted ? 'accepted' : ''}`, 303);
  });
  post('/retry', async (_found, { params: { id } }, reply) => {
    const count = await retryDeadLetters(database, id);
    return reply.redirect(`/submissions/${id}?done=${count > 0 ? 'retried' : ''}`, 303);
  });
  get('/person.json', async ({ submission: { email } }, _request, reply) => {
    const person = { email, ...(await exportPerson(database, email)) };
    return download(reply, 'person.json').send(JSON.stringify(person, null, 2));
  });
  get('/erase', async (found, _request, reply) => {
    const { applications, messages } = await exportPerson(database, found.submission.email);
    const count = applications.length + messages.length;
    return reply.page(200, (frame) => <Erase {...frame} {...found} count={count} />);
  });
  post('/erase', async ({ submission: { email } }, _request, reply) => {
    await erasePerson(database, email);
    return reply.redirect('/?done=erased', 303);
  });
}

function read({ url }: FastifyRequest) {
  const query = new URL(url, 'http://inbox').searchParams;
  const filter = submissions.FILTERS.find((each) => each === query.get('state')) ?? 'new';
  const search = (query.get('q') ?? '').replaceAll('\0', '').trim();
  return { query, selection: { filter, search }, done: DONE[query.get('done') ?? ''] };
}

const download = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` })
    .type(name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8');

async function* csvOf(kind: SubmissionKind, pages: ReturnType<typeof listSubmissions>) {
  const fields = [
    ...submissionFields(kind),
    'source',
    'state',
    'note',
    'suspicion',
    'answered_at',
    'delivery',
  ];
  let isFirst = true;
  for await (const rows of pages) {
    yield formatCsv(fields, rows, { isFirst });
    isFirst = false;
  }
}
