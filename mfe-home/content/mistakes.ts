import { statSync } from 'node:fs';
import path from 'node:path';
import type { Static } from '@sinclair/typebox';
import type { TeamSchema, VacanciesSchema } from './schemas';

/** A mistake that a schema cannot tell. */
export interface ContentMistake {
  /** Keys and indices that lead to the value. */
  readonly path: readonly (string | number)[];
  /** What is wrong and its remedy, in Ukrainian; it follows the field's label. */
  readonly text: string;
}

/** A portrait is shown at most 640 pixels wide. */
const PICTURE_BYTES = 300_000;

/**
 * Mistakes in a file of this folder that fits its schema.
 * @param folder with the pictures that the file names
 */
export function contentMistakes(
  { people = [], vacancies = [] }: Partial<Static<typeof TeamSchema> & Static<typeof VacanciesSchema>>,
  folder = __dirname,
): ContentMistake[] {
  return [
    ...repeated('people', 'name', people),
    ...people.flatMap(({ portrait }, index) => {
      const text = pictureMistake(folder, portrait);
      return text === undefined ? [] : [{ path: ['people', index, 'portrait'], text }];
    }),
    ...repeated('vacancies', 'title', vacancies),
    ...vacancies.flatMap(({ salary_from, salary_to }, index) =>
      salary_from <= salary_to
        ? []
        : [
            {
              path: ['vacancies', index, 'salary_to'],
              text: `має бути не менше, ніж «Зарплата від»; зараз ${String(salary_to)}`,
            },
          ],
    ),
  ];
}

function pictureMistake(folder: string, picture: string): string | undefined {
  const size = statSync(path.join(folder, picture), { throwIfNoEntry: false })?.size;
  if (size === undefined)
    return `файлу ${picture} немає; покладіть його в\u00a0теку або\u00a0виберіть інший портрет`;
  if (size <= PICTURE_BYTES) return undefined;
  return `файл ${picture} завеликий: ${String(Math.ceil(size / 1000))}\u00a0КБ; зменште його до ${String(PICTURE_BYTES / 1000)}\u00a0КБ`;
}

function repeated<Name extends string>(
  list: string,
  name: Name,
  entries: readonly Readonly<Record<Name, string>>[],
): ContentMistake[] {
  const values = entries.map((entry) => entry[name]);
  return values.flatMap((value, index) =>
    values.indexOf(value) === index
      ? []
      : [{ path: [list, index, name], text: `«${value}» уже є в\u00a0переліку; змініть або\u00a0видаліть` }],
  );
}
