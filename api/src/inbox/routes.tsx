import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SUBMISSION_KINDS } from '../database/schema';
import { readFigures } from '../submissions/figures';
import { csvOf } from '../submissions/format-submissions';
import { columnsOf, listSubmissions, MARKS } from '../submissions/list-submissions';
import * as operations from '../submissions/operations';
import { erasePerson, exportPerson } from '../submissions/personal-data';
import type { Body, InboxOptions } from './app';
import { Figures } from './pages/figures';
import { Notice } from './pages/layout';
import { List } from './pages/list';
import { Erase, One } from './pages/one';
import {
  conditionOf,
  countByState,
  FILTERS,
  findSubmissions,
  type Selection,
} from '../submissions/both-kinds';

interface OfOne {
  readonly Params: { readonly id: string };
  readonly Body: Body;
}

/** Handles a request about a submission. */
type Run = (
  found: operations.FoundSubmission,
  request: FastifyRequest<OfOne>,
  reply: FastifyReply,
) => Promise<unknown>;

/** Responds to an address of something that does not exist. */
export const absent = (reply: FastifyReply) =>
  reply.page(404, <Notice title="Такого немає" text="Можливо, це вже стерто." />);

/** The pages for people who have entered, and what their forms do. */
export function inboxRoutes(app: FastifyInstance, { database, channels }: InboxOptions): void {
  app.get('/', async (request, reply) => {
    const selection = selectionOf(request);
    const page = Math.max(1, Math.trunc(Number(queryOf(request).get('page'))) || 1);
    const found = await findSubmissions(database, selection, page);
    const counts = await countByState(database);
    return reply.page(200, <List {...{ selection, page, found, counts }} />);
  });
  app.get('/figures', async (_request, reply) =>
    reply.page(200, <Figures {...await readFigures(database)} />),
  );
  for (const kind of SUBMISSION_KINDS)
    app.get(`/${kind}.csv`, (request, reply) => {
      const condition = conditionOf(database, selectionOf(request));
      const parts = csvOf(columnsOf(kind), listSubmissions(database, { kind, condition }));
      return download(reply, `${kind}.csv`, 'text/csv').send(Readable.from(parts));
    });

  /** Finds the submission that the address names. */
  const about =
    (run: Run) =>
    async (request: FastifyRequest<OfOne>, reply: FastifyReply): Promise<unknown> => {
      const found = await operations.findSubmission(database, request.params.id);
      return found ? run(found, request, reply) : absent(reply);
    };
  const show = async (reply: FastifyReply, found: operations.FoundSubmission, refused?: operations.Mark) => {
    const deliveries = await operations.deliveriesOf(database, found.submission.id);
    return reply.page(refused ? 409 : 200, <One {...{ found, deliveries, refused }} />);
  };
  const get = (path: string, run: Run) => app.get<OfOne>(`/submissions/:id${path}`, about(run));
  const post = (path: string, run: Run) => app.post<OfOne>(`/submissions/:id${path}`, about(run));
  get('', (found, _request, reply) => show(reply, found));
  post('', async (found, { body, params: { id } }, reply) => {
    const state = MARKS.find((each) => each === body?.get('state')) ?? 'new';
    const mark = { state, note: (body?.get('note') ?? '').replace(/\0|\r(?=\n)/g, '').trim() };
    if (await operations.markSubmission(database, found, mark, Number(body?.get('version'))))
      return reply.redirect(`/submissions/${id}?done=saved`, 303);
    const changed = await operations.findSubmission(database, id);
    return changed ? show(reply, changed, mark) : absent(reply);
  });
  post('/accept', async (_found, { params: { id } }, reply) => {
    const isAccepted = await operations.acceptSuspected(database, id, channels);
    return reply.redirect(`/submissions/${id}?done=${isAccepted ? 'accepted' : ''}`, 303);
  });
  post('/retry', async (_found, { params: { id } }, reply) => {
    const count = await operations.retryDeadLetters(database, id);
    return reply.redirect(`/submissions/${id}?done=${count > 0 ? 'retried' : ''}`, 303);
  });
  get('/person.json', async ({ submission: { email } }, _request, reply) => {
    const person = { email, ...(await exportPerson(database, email)) };
    return download(reply, 'person.json', 'application/json').send(JSON.stringify(person, null, 2));
  });
  get('/erase', async ({ submission }, _request, reply) => {
    const { applications, messages } = await exportPerson(database, submission.email);
    return reply.page(200, <Erase submission={submission} count={applications.length + messages.length} />);
  });
  post('/erase', async ({ submission: { email } }, _request, reply) => {
    await erasePerson(database, email);
    return reply.redirect('/?done=erased', 303);
  });
}

export const queryOf = ({ url }: FastifyRequest) => new URL(url, 'http://inbox').searchParams;

function selectionOf(request: FastifyRequest): Selection {
  const query = queryOf(request);
  return {
    filter: FILTERS.find((each) => each === query.get('state')) ?? 'new',
    search: (query.get('q') ?? '').replaceAll('\0', '').trim(),
  };
}

const download = (reply: FastifyReply, name: string, type: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` })
    .type(`${type}; charset=utf-8`);
