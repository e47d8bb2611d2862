import { createHash } from 'node:crypto';
import path from 'node:path';
import { repositoryRoot } from '../../process/repository';
import { versionedName } from './build';

/** Names a class of a style sheet for css-loader. */
export type ClassNames = (
  context: { readonly resourcePath: string },
  pattern: string,
  local: string,
) => string;

/**
 * Names a class by a hash of its file and its number there: documents repeat every name many times, and numbers
 * compress far better than one hash per class. Both sides of a build use the same numbers.
 */
export function classNames(part: string, version: string): ClassNames {
  const counted = new Map<string, string[]>();
  return ({ resourcePath }, _, local) => {
    const names = counted.get(resourcePath) ?? [];
    counted.set(resourcePath, names);
    if (!names.includes(local)) names.push(local);
    return `${part}-${hashOf(resourcePath)}${names.indexOf(local).toString(36)}`;
  };

  function hashOf(file: string): string {
    const place = path.relative(repositoryRoot(), file);
    return createHash('sha256')
      .update(`${versionedName(part, version)} ${place}`)
      .digest('base64url')
      .slice(0, 5);
  }
}
