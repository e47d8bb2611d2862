import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Home, Post, PostSummary, Service } from '@vidlunnia/contracts';
import { VISITS_PATH } from '@vidlunnia/contracts/visits';
import TEXTS from '../content/home.json';
import OWNER from '../content/owner.json';
import TEAM from '../content/team.json';
import VACANCIES from '../content/vacancies.json';

/** The content that the site shows. */
interface Content {
  readonly services: readonly Service[];
  /** Newest first. */
  readonly posts: readonly Post[];
}

/** A fake API with a test's content. */
export interface ApiDouble extends LocalServer {
  /** Received payloads with their paths. */
  readonly sent: readonly { readonly path: string; readonly body: unknown }[];
  content: Content;
}

export async function startApiDouble(): Promise<ApiDouble> {
  const sent: { path: string; body: unknown }[] = [];
  const server = await startLocalServer((request, response) => {
    const respond = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api');
    // Counts of visits are nothing that a visitor sends.
    if (pathname === VISITS_PATH) respond(503, {});
    else if (request.method === 'POST') {
      void text(request).then((body) => {
        sent.push({ path: pathname, body: JSON.parse(body) });
        respond(201, {});
      });
    } else {
      const found = read(double.content, pathname, Number(searchParams.get('limit') ?? Infinity));
      respond(found ? 200 : 404, found ?? { type: 'about:blank', title: 'Not Found', status: 404 });
    }
  });
  const double: ApiDouble = { ...server, sent, content: SAMPLE_CONTENT };
  return double;
}

function read({ services, posts }: Content, pathname: string, limit: number): object | undefined {
  const [, , kind, id] = pathname.split('/');
  if (kind === 'home') return HOME;
  if (kind === 'services') return services;
  if (kind === 'content') return { version: null, owner: OWNER };
  if (kind === 'health') return { status: 'ok' };
  if (kind === 'form-token') return { token: '1.sample' };
  if (kind !== 'blog') return undefined;
  if (id === undefined) return posts.slice(0, limit).map(summaryOf);
  return posts.find((post) => post.id === decodeURIComponent(id));
}

const HOME: Home = {
  ...TEXTS,
  team: {
    ...TEXTS.team,
    people: TEAM.people.map((person) => ({
      ...person,
      portrait: { url: '/favicon.svg', width: 480, height: 600 },
    })),
  },
  vacancies: { ...TEXTS.vacancies, ...VACANCIES },
};

const summaryOf = ({ id, title, excerpt, category, image_url, created_at, author }: Post): PostSummary => ({
  id,
  title,
  excerpt,
  category,
  image_url,
  created_at,
  author,
});

/** A post; `name` distinguishes it from others. */
export const samplePost = (name: string, changes: Partial<Post> = {}): Post => ({
  id: name,
  title: `Заголовок ${name}`,
  excerpt: `Уривок ${name}`,
  category: `Рубрика ${name}`,
  image_url: '/favicon.svg',
  created_at: '2026-11-17T07:30:00.000Z',
  author: `Авторка ${name}`,
  content: `<h2>Розділ ${name}</h2>\n<p>Вміст ${name}</p>\n`,
  image_alt: `Малюнок ${name}`,
  description: `Опис ${name}`,
  ...changes,
});

export const sampleService = (name: string, changes: Partial<Service> = {}): Service => ({
  title: `Послуга ${name}`,
  description: `Опис послуги ${name}`,
  icon_url: '/favicon.svg',
  features: [`Перша риса ${name}`, `Друга риса ${name}`],
  price_from: 12_000,
  ...changes,
});

const SAMPLE_CONTENT: Content = {
  services: ['А', 'Б', 'В'].map((name) => sampleService(name)),
  posts: [1, 2, 3, 4].map((number) => samplePost(`stattia-${String(number)}-kinets`)),
};

/** A test's HTTP server, on a port that the system chooses. */
export interface LocalServer {
  readonly origin: string;
  stop(): Promise<void>;
}

export async function startLocalServer(respond: RequestListener): Promise<LocalServer> {
  const server = createServer(respond);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${String(port)}`, stop };
}
