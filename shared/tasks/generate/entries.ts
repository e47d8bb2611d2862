/** What compose files, Dockerfiles and documents need to know of a remote. */
export interface RemoteEntry {
  readonly name: string;
  readonly port: number;
}

const folder = (name: string) => `mfe-${name}`;
const variables = (name: string) => `MFE_${name.toUpperCase()}_`;

const mentions = (line: string, name: string) =>
  new RegExp(`\\b${folder(name)}\\b|\\b${variables(name)}`).test(line);

/** A text about one remote, with the name and port of another. */
export const renamed = (text: string, of: RemoteEntry, to: RemoteEntry): string =>
  text
    .replaceAll(new RegExp(`\\b${folder(of.name)}\\b`, 'g'), folder(to.name))
    .replaceAll(new RegExp(`\\b${variables(of.name)}`, 'g'), variables(to.name))
    .replaceAll(new RegExp(`\\b${String(of.port)}\\b`, 'g'), String(to.port));

/** An item of a list in one line, with what stands between it and the one before. */
const itemOf = (name: string) => new RegExp(`,? (?:-w )?[^\\s,;\\]]*\\b${folder(name)}\\b[^\\s,;\\]]*`);

/**
 * Copies one remote’s entries in YAML, a Dockerfile or a document for another remote, each behind its original: an item
 * of a list within a line, a line, or a line with the indented block that it opens.
 */
export function copyEntries(
  text: string,
  of: RemoteEntry,
  to: RemoteEntry,
  others: readonly string[],
): string {
  const lines = text.split('\n');
  for (const { start, end } of [...placesOf(lines, of.name, others)].reverse()) {
    const said = lines.slice(start, end);
    const [line = ''] = said;
    if (isList(line, others)) {
      lines[start] = line.replace(itemOf(of.name), (item) => item + renamed(item, of, to));
      continue;
    }
    const gap = lines[start - 1] === '' ? [''] : [];
    lines.splice(end, 0, ...gap, ...said.map((each) => renamed(each, of, to)));
  }
  return lines.join('\n');
}

/** Removes a remote’s entries: the reverse of `copyEntries`. */
export function removeEntries(text: string, name: string, others: readonly string[]): string {
  const lines = text.split('\n');
  for (const { start, end } of [...placesOf(lines, name, others)].reverse()) {
    const line = lines[start] ?? '';
    if (isList(line, others)) lines[start] = line.replace(itemOf(name), '');
    else if (lines[start - 1] === '') lines.splice(start - 1, end - start + 1);
    else lines.splice(start, end - start);
  }
  return lines.join('\n');
}

const isList = (line: string, others: readonly string[]) => others.some((name) => mentions(line, name));

interface Lines {
  readonly start: number;
  /** Behind the last one. */
  readonly end: number;
}

/** Lines that speak of a remote; what stands together, blank lines aside, is one place. */
function placesOf(lines: readonly string[], name: string, others: readonly string[]): Lines[] {
  const places: Lines[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    const line = lines[start] ?? '';
    if (!mentions(line, name)) continue;
    const end = opensBlock(line) ? endOfBlock(lines, start) : start + 1;
    const before = places.at(-1);
    const joins =
      before &&
      !isList(line, others) &&
      !isList(lines[before.start] ?? '', others) &&
      before.end === textBefore(lines, start);
    if (joins) places[places.length - 1] = { start: before.start, end };
    else places.push({ start, end });
    start = end - 1;
  }
  return places;
}

const indentOf = (line: string) => line.length - line.trimStart().length;

/** A key of YAML with more below it, or an entry of a list. */
const opensBlock = (line: string) => line.endsWith(':') || line.trimStart().startsWith('- ');

function endOfBlock(lines: readonly string[], start: number): number {
  let end = start + 1;
  while (lines[end] && indentOf(lines[end] ?? '') > indentOf(lines[start] ?? '')) end += 1;
  return end;
}

/** End of the lines before a blank line, or before this one. */
const textBefore = (lines: readonly string[], start: number) => (lines[start - 1] === '' ? start - 1 : start);
