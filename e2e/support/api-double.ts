import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Post, PostSummary, Service } from '@vidlunnia/contracts';
import { startLocalServer, type LocalServer } from './local-server';

/** What the site shows. */
export interface Content {
  readonly services: readonly Service[];
  /** Newest first. */
  readonly posts: readonly Post[];
}

/** What becomes of requests: nothing special, an answer 500, or no answer ever. */
type Mood = 'well' | 'failing' | 'hanging';

/** An API that says what the test wants, to be harmed path by path. */
export interface ApiDouble extends LocalServer {
  /** Paths of all requests so far. */
  readonly asked: readonly string[];
  /** Payloads that were sent, by path. */
  readonly sent: readonly { readonly path: string; readonly body: unknown }[];
  content: Content;
  /** From now on requests to paths that match meet a mood; what hangs already goes on hanging. */
  harm(paths: RegExp, mood: Mood): void;
  /** Status that submissions are answered with. */
  submissionStatus: number;
}

const NOT_FOUND = { status: 404, body: { type: 'about:blank', title: 'Not Found', status: 404 } };
const FAILED = { status: 500, body: { type: 'about:blank', title: 'Internal Server Error', status: 500 } };

const summaryOf = ({ id, title, excerpt, category, image_url, created_at, author }: Post): PostSummary => ({
  id,
  title,
  excerpt,
  category,
  image_url,
  created_at,
  author,
});

export async function startApiDouble(content: Content): Promise<ApiDouble> {
  const asked: string[] = [];
  const sent: { path: string; body: unknown }[] = [];
  const harms: { readonly paths: RegExp; readonly mood: Mood }[] = [];
  const moodOf = (path: string) => harms.findLast(({ paths }) => paths.test(path))?.mood ?? 'well';

  const read = (
    path: string,
    query: string | undefined,
  ): { readonly status: number; readonly body: unknown } => {
    const { services, posts } = double.content;
    const [, , kind, id] = path.split('/');
    if (kind === 'services') return { status: 200, body: services };
    if (kind === 'health') return { status: 200, body: { status: 'ok' } };
    if (kind === 'form-token') return { status: 200, body: { token: `${String(asked.length)}.sample` } };
    if (kind !== 'blog') return NOT_FOUND;
    if (id === undefined) {
      const limit = Number(new URLSearchParams(query).get('limit') ?? Infinity);
      return { status: 200, body: posts.slice(0, limit).map(summaryOf) };
    }
    const post = posts.find((each) => each.id === decodeURIComponent(id));
    return post ? { status: 200, body: post } : NOT_FOUND;
  };
  const store = (path: string, payload: string) => {
    sent.push({ path, body: JSON.parse(payload) });
    return { status: double.submissionStatus, body: {} };
  };

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const [path = '', query] = (request.url ?? '').split('?', 2);
    asked.push(path);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const mood = moodOf(path);
      if (mood === 'hanging') return;
      const made = () =>
        request.method === 'POST' ? store(path, Buffer.concat(chunks).toString()) : read(path, query);
      const { status, body } = mood === 'failing' ? FAILED : made();
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    });
  };

  const server = await startLocalServer(answer);
  const double: ApiDouble = {
    ...server,
    asked,
    sent,
    content,
    submissionStatus: 201,
    harm: (paths, mood) => {
      harms.push({ paths, mood });
    },
  };
  return double;
}
