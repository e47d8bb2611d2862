import type { RequestListener } from 'node:http';
import { importContent } from '../content/import-content';
import { ContentError } from '../content/content-problems';
import type { Database } from '../database/database';
import { isSubmissionKind, listSubmissions } from '../submissions/list-submissions';

/**
 * What the process that holds the data folder does for commands, which can't open the database beside it:
 * `GET /submissions/<kind>?since=<instant>` lists, `POST /import` imports the content files.
 */
export function answerChannel(database: Database): RequestListener {
  return (request, response) => {
    answer(database, request.method ?? '', new URL(request.url ?? '/', 'http://channel')).then(
      (body) => {
        if (body === undefined) return response.writeHead(404).end();
        return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      },
      () => response.writeHead(500).end(),
    );
  };
}

async function answer(database: Database, method: string, url: URL): Promise<object | undefined> {
  const [, collection, kind = ''] = url.pathname.split('/');
  if (method === 'GET' && collection === 'submissions' && isSubmissionKind(kind)) {
    const since = url.searchParams.get('since');
    return listSubmissions(database, kind, since === null ? undefined : new Date(since));
  }
  if (method === 'POST' && collection === 'import') return importedOrProblems(database);
  return undefined;
}

async function importedOrProblems(database: Database): Promise<object> {
  try {
    return await importContent(database);
  } catch (error) {
    if (error instanceof ContentError) return { problems: error.problems };
    throw error;
  }
}
