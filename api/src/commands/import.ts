import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { askChannel } from '../channel/ask-channel';
import type { Environment } from '../config/environment';
import { ContentError } from '../content/content-problems';
import { importContent } from '../content/import-content';
import { withDatabase } from './with-database';

const ImportedSchema = Type.Object({
  services: Type.Integer(),
  posts: Type.Integer(),
  previews: Type.Integer(),
});
const RejectedSchema = Type.Object({
  problems: Type.Array(Type.Object({ file: Type.String(), mend: Type.String() })),
});

/** Imports the content files, through the running API where that holds the database. */
export async function importCommand(environment: Environment): Promise<void> {
  const answer = await withDatabase(
    environment,
    (database): Promise<unknown> => importContent(database),
    () => askChannel(environment.dataDir, 'POST', '/import'),
  );
  if (Value.Check(RejectedSchema, answer)) throw new ContentError(answer.problems);
  const { services, posts, previews } = Value.Parse(ImportedSchema, answer);
  const drawn = previews === 0 ? '' : `, drew ${String(previews)} link previews`;
  process.stdout.write(`Imported ${String(services)} services and ${String(posts)} posts${drawn}\n`);
}
