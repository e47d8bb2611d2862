import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Session } from '../sessions';

/** What every page shows. */
export interface Frame {
  /** The database in words. */
  readonly database: string;
  /** Absent before somebody has entered. */
  readonly session: Session | undefined;
}

interface PageProps extends Frame {
  readonly title: string;
  /** The address of the page's part of the inbox. */
  readonly part?: string;
  /** An address that the browser loads by itself. */
  readonly next?: string;
  /** What has just been done. */
  readonly done?: string | undefined;
  readonly children: ReactNode;
}

/** A document. */
export const documentOf = (page: ReactNode): string => `<!doctype html>${renderToStaticMarkup(page)}`;

export const Page = ({ title, part, next, done, database, session, children }: PageProps) => (
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
          <nav aria-label="Розділи">
            <Part href="/" text="Вхідні" current={part} />
            <Part href="/figures" text="Показники" current={part} />
          </nav>
          <Form action="/leave" session={session}>
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

const Part = ({ href, text, current }: { href: string; text: string; current: string | undefined }) => (
  <a href={href} aria-current={href === current ? 'page' : undefined}>
    {text}
  </a>
);

interface FormProps {
  readonly action: string;
  readonly session: Session | undefined;
  readonly children: ReactNode;
}

/** A form that changes something: with the session's proof. */
export const Form = ({ action, session, children }: FormProps) => (
  <form method="post" action={action} className="sheet">
    <input type="hidden" name="proof" value={session?.proof} />
    {children}
  </form>
);

const instant = new Intl.DateTimeFormat('uk-UA', {
  ...{ dateStyle: 'medium', timeStyle: 'short' },
  timeZone: 'Europe/Kyiv',
});

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
export const Enter = ({ hasToken, text, ...page }: Frame & { hasToken: boolean; text: string }) => (
  <Page title="Вхід" {...page}>
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
