import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { HOME_ID } from '../previews/wanted-previews';
import { schemaProblems } from './schema-problems';

const text = Type.String({ minLength: 1 });

const PostFrontMatterSchema = Type.Object(
  {
    id: text,
    title: text,
    excerpt: text,
    category: text,
    author: text,
    created_at: text,
    cover: text,
    image_alt: text,
    description: text,
  },
  { additionalProperties: false },
);

export type PostFrontMatter = Static<typeof PostFrontMatterSchema>;

// Ids are parts of addresses.
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;

/** The fields of a post's front matter, or what is to mend in them. */
export function checkFrontMatter(
  fields: unknown,
  fileName: string,
  covers: ReadonlySet<string>,
): PostFrontMatter | string[] {
  if (!Value.Check(PostFrontMatterSchema, fields)) return schemaProblems(PostFrontMatterSchema, fields);
  const problems = [
    ...(fileName === `${fields.id}.md`
      ? []
      : [`name the file ${fields.id}.md, or set id to the file's name`]),
    ...(ID.test(fields.id) ? [] : ['id: use small Latin letters, digits and hyphens']),
    ...(fields.id === HOME_ID ? [`id: ${HOME_ID} is the home page’s link preview; choose another`] : []),
    ...(isInstant(fields.created_at) ? [] : ['created_at: write a date like 2026-11-17T09:30:00+02:00']),
    ...(covers.has(fields.cover)
      ? []
      : [`cover: there is no covers/${fields.cover}.svg; use ${[...covers].join(', ')}`]),
  ];
  return problems.length === 0 ? fields : problems;
}

// `Date` takes 31 February for 3 March; the day must come back as it was written.
function isInstant(text: string): boolean {
  const day = text.slice(0, 10);
  return (
    INSTANT.test(text) &&
    Number.isFinite(Date.parse(text)) &&
    new Date(`${day}T00:00Z`).toISOString().startsWith(day)
  );
}
