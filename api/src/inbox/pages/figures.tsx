import type { readFigures, Row } from '../../submissions/figures';
import { Page } from './layout';

export const Figures = ({ weeks, sources, landings, days }: Awaited<ReturnType<typeof readFigures>>) => (
  <Page title="Показники" part="/figures">
    <p>Повідомлення й заявки за дванадцять тижнів, без схожих на спам. Стертих тут уже немає.</p>
    <Table heads={['Тиждень від', ...KINDS]} rows={weeks} />
    <Table heads={['Джерело', ...KINDS]} rows={sources} />
    <Table heads={['Перша сторінка', ...KINDS]} rows={landings} />
    <h2>Відвідувачі за днями</h2>
    <p>
      Переглядів за сторінками й джерелами сайт не рахує, бо не стежить за людьми. Він знає лише, з якої
      кількості інтернет-адрес за день щось робили на сайті, і пам’ятає це тиждень.
    </p>
    {days.length === 0 ? (
      <p>Поки нікого не нараховано.</p>
    ) : (
      <Table heads={['День', 'Відвідувачі']} rows={days} />
    )}
  </Page>
);

const KINDS = ['Повідомлення', 'Заявки'];

/** `2026-11-28` as people here write it; other texts unchanged. */
const dateOf = (text: string) => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1');

/** Numbers by name, each row with its bar. */
function Table({ heads, rows }: { readonly heads: readonly string[]; readonly rows: readonly Row[] }) {
  const most = Math.max(1, ...rows.map(({ counts }) => counts.reduce((sum, each) => sum + each, 0)));
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, counts }) => (
          <tr key={name}>
            <th scope="row">
              {dateOf(name)}
              <svg className="bar" viewBox={`0 0 ${String(most)} 1`} preserveAspectRatio="none" aria-hidden>
                {counts.map((count, kind) => (
                  <rect key={heads[kind]} x={kind === 0 ? 0 : counts[0]} width={count} height={1} />
                ))}
              </svg>
            </th>
            {counts.map((count, column) => (
              <td key={heads[column]}>{count}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
