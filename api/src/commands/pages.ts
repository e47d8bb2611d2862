import type { Row } from '../channel/operations';

const PAGE = 500;

/** Rows by the page, at least one: an empty table has its header too. */
export async function* pagesOf(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let page: Row[] = [];
  let isFirst = true;
  for await (const row of rows) {
    page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
    isFirst = false;
  }
  if (page.length > 0 || isFirst) yield page;
}
