import { isMet, type Figure } from '../figures/figure';

const HEADINGS = ['Figure', 'Measured', 'Target', ''] as const;

/** The figures as lines of aligned columns. */
export function table(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function rowOf(figure: Figure): readonly string[] {
  const { name, measured, unit, target } = figure;
  const wanted = target ? `at ${target.at} ${withUnit(target.value, unit)}` : '';
  return [name, withUnit(measured, unit), wanted, VERDICTS[String(isMet(figure)) as keyof typeof VERDICTS]];
}

const VERDICTS = { true: 'met', false: 'not met', null: '' } as const;

function withUnit(value: number, unit: Figure['unit']): string {
  const digits = unit === '×' ? 2 : Math.abs(value) < 10 && !Number.isInteger(value) ? 2 : 1;
  const text = Number.isInteger(value) ? String(value) : value.toFixed(digits);
  return unit === '' ? text : `${text} ${unit}`;
}
