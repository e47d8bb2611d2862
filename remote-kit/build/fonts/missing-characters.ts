import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../environment/repository';
import { api, shell } from '../../environment/topology';
import { TEXT_CHARACTERS } from './characters';

const TEXTS = /(?<!\.test)\.(?:tsx?|css|json|md)$/;
/** Comments are not shown. An address keeps its slashes: no blank follows them. */
const COMMENTS = /\/\*[^]*?\*\/|\/\/ .*/g;
/** No text font has them: line breaks, and pictures, which the system draws. */
const DRAWN_BY_NO_FONT = /[\s\p{Extended_Pictographic}\p{Emoji_Component}]/u;

/** Where a package's texts are. */
const foldersOf = (folder: string): readonly string[] => {
  if (folder === api.folder) return ['api/content'];
  return folder === shell.folder ? ['shell/src', 'shared/ui'] : [path.join(folder, 'src')];
};

/**
 * Says of a package's texts which characters the site's fonts lack, a line for each file. A visitor sees those in a
 * font of the system, so that nothing has to be done about a rare one.
 * `folder` is a path from `root`.
 */
export function missingCharacters(folder: string, root = repositoryRoot): string[] {
  const known = new Set(TEXT_CHARACTERS);
  return foldersOf(folder).flatMap((source) =>
    readdirSync(path.join(root, source), { recursive: true, encoding: 'utf8' })
      .filter((file) => TEXTS.test(file))
      .sort()
      .flatMap((file) => {
        const text = readFileSync(path.join(root, source, file), 'utf8').replaceAll(COMMENTS, '');
        const missing = [...new Set(text)].filter((it) => !known.has(it) && !DRAWN_BY_NO_FONT.test(it));
        return missing.length > 0
          ? [`${source}/${file}: the fonts lack ${missing.map(named).join(', ')}`]
          : [];
      }),
  );
}

const named = (character: string) =>
  `${character} (U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;
