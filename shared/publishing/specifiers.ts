import { existsSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { manifestOf, PUBLISHED, sharedFolder, type Published } from './published';

const ENDINGS = ['', '.ts', '.tsx', '/index.ts'];

/** Every specifier that a text imports, with where it stands. */
export const specifiersOf = (text: string): readonly ts.FileReference[] =>
  ts.preProcessFile(text, true, true).importedFiles;

/** The file of `shared` that `file` means by a relative specifier. Throws when there is none. */
export function resolveIn(file: string, specifier: string): string {
  const base = path.posix.join(path.posix.dirname(file), specifier);
  const found = ENDINGS.map((ending) => base + ending).find(
    (candidate) => path.extname(candidate) !== '' && existsSync(path.join(sharedFolder, candidate)),
  );
  if (found === undefined) throw new Error(`shared/${file} imports ${specifier}, which is not there`);
  return found;
}

export const isOwn = ({ owns }: Published, file: string): boolean => owns.includes(file.split('/', 1).join());

/** Path of a file's compiled form. */
export const compiledPath = (file: string): string => file.replace(/(?<!\.d)\.tsx?$/, '.js');

/** How a published file imports what its source imports by `specifier`. Throws when that would leave the package. */
export function publishedSpecifier(owner: Published, file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const target = resolveIn(file, specifier);
  if (isOwn(owner, target)) {
    const relative = path.posix.relative(path.posix.dirname(file), compiledPath(target));
    return relative.startsWith('.') ? relative : `./${relative}`;
  }
  const holder = PUBLISHED.find((each) => isOwn(each, target));
  const [subpath] = Object.entries(holder?.exports ?? {}).find(([, exported]) => exported === target) ?? [];
  if (!holder || subpath === undefined) {
    throw new Error(
      `shared/${file} imports ${target}, which no package exports; import what shared/publishing/published.ts lists`,
    );
  }
  return manifestOf(holder.folder).name + subpath.slice(1);
}

/** A text with its specifiers as they are published. */
export function rewrite(text: string, owner: Published, file: string): string {
  let result = text;
  for (const { fileName, pos } of [...specifiersOf(text)].sort((a, b) => b.pos - a.pos)) {
    // The position is that of the quotation mark.
    const start = result.indexOf(fileName, pos);
    result =
      result.slice(0, start) +
      publishedSpecifier(owner, file, fileName) +
      result.slice(start + fileName.length);
  }
  return result;
}
