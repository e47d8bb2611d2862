import { SERVICE_NAMES } from '@vidlunnia/contracts';
import { sourceText } from '../../submissions/source';
import {
  FILTERS,
  type countByState,
  type Filter,
  type findSubmissions,
  type Selection,
} from '../../submissions/both-kinds';
import { Links, Page, Time } from './layout';

export const FILTER_NAMES: Readonly<Record<Filter, string>> = {
  new: 'Нове',
  in_work: 'У роботі',
  answered: 'Відповіли',
  suspected: 'Схоже на спам',
  all: 'Усе',
};

export const KIND_NAMES = { applications: 'Заявка', messages: 'Повідомлення' } as const;

const serviceNames: Readonly<Record<string, string>> = SERVICE_NAMES;

interface Props {
  readonly selection: Selection;
  readonly page: number;
  readonly found: Awaited<ReturnType<typeof findSubmissions>>;
  readonly counts: Awaited<ReturnType<typeof countByState>>;
}

const queryOf = ({ filter, search }: Selection, page = 1): string =>
  `?${new URLSearchParams({ state: filter, q: search, page: String(page) }).toString()}`;

const addressOf = (filter: Filter) => `/${queryOf({ filter, search: '' })}`;

export const List = ({ selection, page, found: { rows, hasMore }, counts }: Props) => (
  <Page title="Вхідні" part="/">
    <Links
      name="Стан"
      links={FILTERS.map((filter) => ({
        href: addressOf(filter),
        text: FILTER_NAMES[filter],
        ...(filter !== 'all' && { count: counts.get(filter) ?? 0 }),
      }))}
      current={addressOf(selection.filter)}
    />
    <form className="search" role="search">
      <input type="hidden" name="state" value="all" />
      <label htmlFor="q">Ім’я, пошта або телефон</label>
      <input id="q" name="q" type="search" defaultValue={selection.search} maxLength={200} />
      <button className="button">Знайти</button>
    </form>
    {rows.length === 0 && <p>Тут нічого немає.</p>}
    <ul className="rows">
      {rows.map(({ id, kind, state, name, subject, created_at, source }) => (
        <li key={id}>
          <a href={`/submissions/${id}`}>{name}</a>
          <span className={`badge ${state}`}>{FILTER_NAMES[state]}</span>
          <span className="quieter">
            {KIND_NAMES[kind]}
            {subject !== null && `: ${serviceNames[subject] ?? subject}`}, <Time at={created_at} />
            {source && `, ${sourceText(source)}`}
          </span>
        </li>
      ))}
    </ul>
    <nav className="tabs" aria-label="Сторінки й таблиці">
      {page > 1 && <a href={`/${queryOf(selection, page - 1)}`}>Новіші</a>}
      {hasMore && <a href={`/${queryOf(selection, page + 1)}`}>Давніші</a>}
      <a href={`/messages.csv${queryOf(selection)}`}>Повідомлення в CSV</a>
      <a href={`/applications.csv${queryOf(selection)}`}>Заявки в CSV</a>
    </nav>
  </Page>
);
