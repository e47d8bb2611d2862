import { kyivTime } from '@vidlunnia/contracts';
import { createContext, use, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Session } from '../sessions';

/** What every page shows. */
interface Frame {
  /** The database in words. */
  readonly database: string;
  /** Absent before somebody has entered. */
  readonly session: Session | undefined;
  /** What has just been done. */
  readonly done: string | undefined;
}

const FrameContext = createContext<Frame>({ database: '', session: undefined, done: undefined });

/** A document. */
export const documentOf = (page: ReactNode, frame: Frame): string =>
  `<!doctype html>${renderToStaticMarkup(<FrameContext value={frame}>{page}</FrameContext>)}`;

interface PageProps {
  readonly title: string;
  /** The address of the page's part of the inbox. */
  readonly part?: string;
  /** An address that the browser loads by itself. */
  readonly next?: string | undefined;
  readonly children: ReactNode;
}

export function Page({ title, part, next, children }: PageProps) {
  const { database, session, done } = use(FrameContext);
  return (
    <html lang="uk">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} — «Відлуння»`}</title>
        {next !== undefined && <meta httpEquiv="refresh" content={`0; url=${next}`} />}
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/inbox.css" />
      </head>
      <body>
        {session && (
          <header className="top">
            <Links name="Розділи" links={PARTS} current={part} />
            <Form action="/leave">
              <button className="quiet">Вийти</button>
            </Form>
          </header>
        )}
        <main>
          <h1>{title}</h1>
          <p className="done" role="status">
            {done}
          </p>
          {children}
        </main>
        <footer className="bottom">База: {database}</footer>
      </body>
    </html>
  );
}

const PARTS = [
  { href: '/', text: 'Вхідні' },
  { href: '/figures', text: 'Показники' },
];

interface LinksProps {
  readonly name: string;
  readonly links: readonly { readonly href: string; readonly text: string; readonly count?: number }[];
  readonly current: string | undefined;
}

/** Links, of which the one to the current page is marked. */
export const Links = ({ name, links, current }: LinksProps) => (
  <nav className="tabs" aria-label={name}>
    {links.map(({ href, text, count }) => (
      <a key={href} href={href} aria-current={href === current ? 'page' : undefined}>
        {text} {count !== undefined && <span className="quieter">{count}</span>}
      </a>
    ))}
  </nav>
);

/** A form that changes something: with the session's proof. */
export const Form = ({ action, children }: { readonly action: string; readonly children: ReactNode }) => (
  <form method="post" action={action} className="sheet">
    <input type="hidden" name="proof" value={use(FrameContext).session?.proof} />
    {children}
  </form>
);

const instant = kyivTime('medium');

export const Time = ({ at }: { readonly at: Date }) => (
  <time dateTime={at.toISOString()}>{instant.format(at)}</time>
);

/** A page with a sentence, and a link to continue. */
export const Notice = ({ text, ...page }: Omit<PageProps, 'children'> & { readonly text: string }) => (
  <Page {...page}>
    <p>{text}</p>
    <a href={page.next ?? '/'}>До вхідних</a>
  </Page>
);

/** The page for somebody without a session: asks for the operator's token, if there is one. */
export const Enter = ({ hasToken, text }: { readonly hasToken: boolean; readonly text: string }) => (
  <Page title="Вхід">
    <p className="problem">{text}</p>
    {hasToken ? (
      <form method="post" action="/enter" className="sheet">
        <label htmlFor="token">Токен доступу</label>
        <input id="token" name="token" type="password" autoComplete="current-password" required />
        <button className="button">Увійти</button>
      </form>
    ) : (
      <p>
        Посилання для входу дає команда <code>npm run inbox</code>. Воно діє 15 хвилин і лише раз.
      </p>
    )}
  </Page>
);
