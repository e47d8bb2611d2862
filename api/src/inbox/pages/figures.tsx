import { sum, type readFigures, type Rows } from '../figures';
import { Page, type Frame } from './layout';

type Props = Frame & Awaited<ReturnType<typeof readFigures>>;

export const Figures = ({ weeks, sources, landings, days, ...frame }: Props) => (
  <Page title="Показники" part="/figures" {...frame}>
    <p>Повідомлення й заявки за дванадцять тижнів, без схожих на спам. Стертих тут уже немає.</p>
    <Plot weeks={weeks} />
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

const Table = ({ heads, rows }: { readonly heads: readonly string[]; readonly rows: Rows }) => (
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
      {rows.map(([name, ...counts]) => (
        <tr key={name}>
          <th scope="row">{dateOf(name)}</th>
          {counts.map((count, column) => (
            <td key={heads[column]}>{count}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Sizes in the plot's own units. */
const [STEP, BAR, TOP, HEIGHT] = [28, 20, 18, 120];

const Plot = ({ weeks }: { readonly weeks: Rows }) => {
  const most = Math.max(1, ...weeks.map(([, ...counts]) => sum(counts)));
  const bars = weeks.map(([week, messages = 0, applications = 0], index) => {
    const [low, high] = [(messages / most) * HEIGHT, (applications / most) * HEIGHT];
    return { week, low, high, y: TOP + HEIGHT - low, x: index * STEP + 4, count: messages + applications };
  });
  return (
    <svg
      className="plot"
      role="img"
      aria-label="Стовпчики за тижнями; числа в таблиці нижче"
      viewBox="0 0 336 156"
    >
      {bars.map(({ week, count, low, high, x, y }, index) => (
        <g key={week}>
          <rect className="messages" x={x} y={y} width={BAR} height={low} />
          <rect className="applications" x={x} y={y - high} width={BAR} height={high} />
          <text x={x + BAR / 2} y={y - high - 4}>
            {count || ''}
          </text>
          <text x={x + BAR / 2} y={TOP + HEIGHT + 14}>
            {index % 2 === 1 && dateOf(week).slice(0, 5)}
          </text>
        </g>
      ))}
    </svg>
  );
};
