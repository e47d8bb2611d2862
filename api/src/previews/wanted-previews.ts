import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreviewText } from './compose-preview';

/** An image that there has to be. */
export interface WantedPreview extends PreviewText {
  readonly id: string;
  /** Hash of all that the image is made of. */
  readonly fingerprint: string;
}

/** Raise it when the code draws otherwise from the same template and texts: all images are then made again. */
const DRAWING = '1';

/** The home page's image has this id, so that no post may. */
export const HOME_ID = 'home';
const HOME: PreviewText = {
  title: 'Гукнемо так, що відгукнеться',
  label: 'Діджитал-агенція у\u00a0Вінниці',
};

/** The images of the home page and of all posts. */
export async function wantedPreviews(
  folder: string,
  posts: readonly { id: string; title: string; category: string }[],
): Promise<WantedPreview[]> {
  const look = await hashOfFolder(folder);
  const wanted = (id: string, { title, label }: PreviewText): WantedPreview => ({
    id,
    title,
    label,
    fingerprint: hash(DRAWING, look, title, label),
  });
  return [
    wanted(HOME_ID, HOME),
    ...posts.map(({ id, title, category }) => wanted(id, { title, label: category })),
  ];
}

async function hashOfFolder(folder: string): Promise<string> {
  const files = [
    'template.svg',
    ...(await readdir(join(folder, 'fonts'))).sort().map((name) => `fonts/${name}`),
  ];
  return hash(...(await Promise.all(files.map((file) => readFile(join(folder, file))))));
}

function hash(...parts: readonly (string | Uint8Array)[]): string {
  const hashed = createHash('sha256');
  for (const part of parts) hashed.update(`${String(part.length)}:`).update(part);
  return hashed.digest('base64url');
}
