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
  const text = Number.isInteger(value) ? String(value) : value.toFixed(digitsOf(value));
  return unit === '' ? text : `${text} ${unit}`;
}

/** As many as tell a figure from its target. */
function digitsOf(value: number): number {
  if (Math.abs(value) < 0.01) return 4;
  return Math.abs(value) < 10 ? 2 : 1;
}
