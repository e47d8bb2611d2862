import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Home, Post, Service } from '@vidlunnia/contracts';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import { VISITS_PATH } from '@vidlunnia/releases/visits';

/** The content that the site shows. */
export interface Content {
  readonly services: readonly Service[];
  /** Newest first. */
  readonly posts: readonly Post[];
}

/** A fake API, which accepts every form. */
export const startApiDouble = (content: Content = SAMPLE_CONTENT): Promise<LocalServer> =>
  startLocalServer(({ method, url = '' }, response) => {
    const respond = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    const { pathname, searchParams } = new URL(url, 'http://api');
    if (pathname === VISITS_PATH) respond(503, {});
    else if (method === 'POST') respond(201, {});
    else {
      const found = read(content, pathname, Number(searchParams.get('limit') ?? Infinity));
      respond(found ? 200 : 404, found ?? { type: 'about:blank', title: 'Not Found', status: 404 });
    }
  });

function read({ services, posts }: Content, pathname: string, limit: number): object | undefined {
  const [, , kind, id] = pathname.split('/');
  if (kind === 'home') return HOME;
  if (kind === 'services') return services;
  if (kind === 'form-token') return { token: '1.sample' };
  if (kind !== 'blog') return undefined;
  return id === undefined ? posts.slice(0, limit) : posts.find((post) => post.id === decodeURIComponent(id));
}

/** Without portraits, which the double does not have. */
const HOME: Home = { ...GOLDEN_HOME, team: { ...GOLDEN_HOME.team, people: [] } };

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

const SAMPLE_CONTENT: Content = {
  services: ['А', 'Б', 'В'].map((title) => ({
    title,
    description: `Опис послуги ${title}`,
    icon_url: '/favicon.svg',
    features: [`Риса послуги ${title}`],
  })),
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
