import { statSync } from 'node:fs';
import path from 'node:path';
import type { Static } from '@sinclair/typebox';
import type { TeamSchema, VacanciesSchema } from './schemas';

// Mistakes that the schemas cannot find. `path` leads to the value; `text` follows its label and names the remedy.

/** A portrait is shown at most 640 pixels wide. */
const PICTURE_BYTES = 300_000;

/** @param folder with the pictures that `team.json` names */
export function* mistakesOfTeam({ people }: Static<typeof TeamSchema>, folder: string) {
  for (const [index, { name, portrait }] of people.entries()) {
    if (people.findIndex((each) => each.name === name) < index)
      yield { path: ['people', index, 'name'], text: repeated(name) };
    const size = statSync(path.join(folder, portrait), { throwIfNoEntry: false })?.size;
    if (size === undefined)
      yield {
        path: ['people', index, 'portrait'],
        text: `файлу ${portrait} немає; покладіть його в\u00a0теку або\u00a0виберіть інший портрет`,
      };
    else if (size > PICTURE_BYTES)
      yield {
        path: ['people', index, 'portrait'],
        text: `файл ${portrait} завеликий: ${String(Math.ceil(size / 1000))}\u00a0КБ; зменште його до ${String(PICTURE_BYTES / 1000)}\u00a0КБ`,
      };
  }
}

export function* mistakesOfVacancies({ vacancies }: Static<typeof VacanciesSchema>) {
  for (const [index, { title, salary_from, salary_to }] of vacancies.entries()) {
    if (vacancies.findIndex((each) => each.title === title) < index)
      yield { path: ['vacancies', index, 'title'], text: repeated(title) };
    if (salary_to < salary_from)
      yield {
        path: ['vacancies', index, 'salary_to'],
        text: `має бути не менше, ніж «Зарплата від»; зараз ${String(salary_to)}`,
      };
  }
}

const repeated = (name: string) => `«${name}» уже є в\u00a0переліку; змініть або\u00a0видаліть`;
