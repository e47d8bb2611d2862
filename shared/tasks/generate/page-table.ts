import ts from 'typescript';

/** A row of the shell's page table, as its source says it. */
export interface Row {
  /** Id of the module: `<remote>/<Module>`. */
  readonly id: string;
  readonly page: string;
  /** Empty when it is no literal. */
  readonly element: string;
  readonly within: string;
}

export const PAGE_TABLE = { file: 'shell/src/pages/page-table.ts', of: 'PAGE_TABLE' } as const;

/** Reads the rows of the page table from its source: it need not compile, and no part of the shell runs. */
export function rowsOf(text: string): Row[] {
  const source = ts.createSourceFile(PAGE_TABLE.file, text, ts.ScriptTarget.Latest, true);
  const rows: Row[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      ts.isStringLiteral(node.name) &&
      ts.isObjectLiteralExpression(node.initializer)
    ) {
      const facts = new Map(
        node.initializer.properties.flatMap((property) =>
          ts.isPropertyAssignment(property) && ts.isStringLiteral(property.initializer)
            ? [[property.name.getText(), property.initializer.text] as const]
            : [],
        ),
      );
      const { text: id } = node.name;
      const of = (name: string) => facts.get(name) ?? '';
      if (id.includes('/')) rows.push({ id, page: of('page'), element: of('element'), within: of('within') });
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return rows;
}

/** Rows of the sections of the home page, in their order. */
export const sectionRows = (text: string): Row[] =>
  rowsOf(text).filter(({ page, within }) => page === 'home' && within === '');

/** Id of the last row that belongs to the section of an element: its own, or one that stands in it. */
export function lastRowOf(text: string, element: string): string {
  const rows = rowsOf(text);
  const own = sectionRows(text).find((row) => row.element === element)?.id ?? '';
  return rows.findLast(({ id, within }) => id === own || within === own)?.id ?? own;
}
