import ts from 'typescript';

/** Where members are: a file's text, and the name of its object, array or interface. */
export interface Members {
  readonly file: string;
  readonly text: string;
  /** Name of a variable or an interface; in JSON that of a property of the whole. */
  readonly of: string;
}

type Member = ts.ObjectLiteralElementLike | ts.Expression | ts.TypeElement;

/** Keys of all members: names of properties, texts in arrays, in arrays of objects the first property's text. */
export const keysOf = (place: Members): string[] => find(place).members.map(keyOf);

/**
 * Puts a member behind the one with the key `after`, before all others when that is `null`. Throws when there is no
 * such key, or the member's own is there already.
 */
export function insertMember(place: Members, member: string, after: string | null): string {
  const { source, members, isInterface } = find(place);
  const key = keyOf(find({ ...place, text: wrapped(member, isInterface), of: 'wrapped' }).members[0]);
  if (members.some((each) => keyOf(each) === key)) throw new Error(`${place.file} has ${key} already`);
  const index = after === null ? 0 : members.findIndex((each) => keyOf(each) === after);
  const beside = members[index];
  if (!beside) throw new Error(`${place.file}, ${place.of}, has no ${String(after)}`);
  const { text } = place;
  const start = beside.getStart(source);
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const own = /^\s*$/.test(text.slice(lineStart, start));
  const gap = own ? `\n${text.slice(lineStart, start)}` : ' ';
  const mark = isInterface ? ';' : ',';
  if (after === null) return text.slice(0, start) + member + mark + gap + text.slice(start);
  const hasMark = isInterface || text[beside.end] === ',';
  const end = beside.end + (hasMark && !isInterface ? 1 : 0);
  const added = hasMark ? `${gap}${member}${mark}` : `,${gap}${member}`;
  return text.slice(0, end) + added + text.slice(end);
}

/** Takes out every member whose key is gone. */
export function removeMembers(place: Members, isGone: (key: string) => boolean): string {
  const { source, members, isInterface } = find(place);
  let { text } = place;
  for (const member of [...members].reverse()) {
    if (!isGone(keyOf(member))) continue;
    let start = member.getStart(source);
    while (/\s/.test(text[start - 1] ?? '')) start -= 1;
    const isLast = !isInterface && text[member.end] !== ',';
    if (isLast && text[start - 1] === ',') start -= 1;
    text = text.slice(0, start) + text.slice(member.end + (isInterface || isLast ? 0 : 1));
  }
  return text;
}

/** Adds an import in the order of the files that are imported. */
export function insertImport(text: string, statement: string): string {
  const of = specifierOf(importsIn(statement)[0]);
  const imports = importsIn(text);
  const next = imports.find((each) => specifierOf(each).startsWith('.') && specifierOf(each) > of);
  const place = next?.getStart() ?? (imports.at(-1)?.end ?? -1) + 1;
  return `${text.slice(0, place)}${statement}\n${text.slice(place)}`;
}

/** Takes out the import of a file. */
export function removeImport(text: string, specifier: string): string {
  const gone = importsIn(text).find((each) => specifierOf(each) === specifier);
  return gone ? text.slice(0, gone.getStart()) + text.slice(gone.end + 1) : text;
}

const parse = (file: string, text: string) =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  );

const importsIn = (text: string) => parse('file.tsx', text).statements.filter(ts.isImportDeclaration);

const specifierOf = (statement: ts.ImportDeclaration | undefined) =>
  statement && ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : '';

const wrapped = (member: string, isInterface: boolean) => {
  if (isInterface) return `interface wrapped { ${member} }`;
  // In an array a member stands as it is, in an object behind its name.
  return /^(?:'[^']+'|"[^"]+"|\w+)\s*:|^\w+$/.test(member)
    ? `const wrapped = { ${member} };`
    : `const wrapped = [${member}];`;
};

interface Found {
  readonly source: ts.SourceFile;
  readonly members: readonly Member[];
  readonly isInterface: boolean;
}

function find({ file, text, of }: Members): Found {
  const isJson = file.endsWith('.json') && of !== 'wrapped';
  const source = isJson ? ts.parseJsonText(file, text) : parse(file.replace(/json$/, 'ts'), text);
  let found: Found | undefined;
  const visit = (node: ts.Node): void => {
    const holder = node as Partial<ts.NamedDeclaration & { readonly initializer: ts.Expression }>;
    if (!holder.name || nameOf(holder.name) !== of) {
      ts.forEachChild(node, visit);
      return;
    }
    if (ts.isInterfaceDeclaration(node)) found ??= { source, members: node.members, isInterface: true };
    const value = holder.initializer && plain(holder.initializer);
    if (!value) return;
    if (ts.isObjectLiteralExpression(value))
      found ??= { source, members: value.properties, isInterface: false };
    if (ts.isArrayLiteralExpression(value)) found ??= { source, members: value.elements, isInterface: false };
  };
  visit(source);
  if (!found) throw new Error(`${file} has no ${of} that can be read`);
  return found;
}

/** A value without `as const` and `satisfies`. */
const plain = (value: ts.Expression): ts.Expression =>
  ts.isAsExpression(value) || ts.isSatisfiesExpression(value) ? plain(value.expression) : value;

const nameOf = (name: ts.Node): string =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();

function keyOf(member: Member | undefined): string {
  if (!member) return '';
  if (ts.isStringLiteral(member)) return member.text;
  if (ts.isObjectLiteralExpression(member)) {
    const [first] = member.properties;
    return first && ts.isPropertyAssignment(first) && ts.isStringLiteral(first.initializer)
      ? first.initializer.text
      : '';
  }
  const { name } = member as Partial<ts.NamedDeclaration>;
  return name ? nameOf(name) : member.getText();
}
