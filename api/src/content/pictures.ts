import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import type { Picture } from '@vidlunnia/contracts/schemas';
import type { ContentProblem } from '@vidlunnia/content/check';
import { ICONS_FILE, PICTURE_FILE } from '@vidlunnia/content/files';
import { createMutex } from '@vidlunnia/operating/single-flight';

/** A cover, a portrait or a picture of a post's text. */
export interface PictureFile {
  /** Where its file is; photographs stay on the disk. */
  readonly path: string;
  /** The hash of its bytes, for addresses that may be cached for ever. */
  readonly hash: string;
  /** As pages show it. */
  readonly shown: Picture;
  /** In which a photograph is served. */
  readonly widths: readonly number[];
}

/** By the address that content names: `/api/covers/kava.jpg`. */
export type PictureFiles = ReadonlyMap<string, PictureFile>;

/** The largest file, in bytes; cameras save smaller ones. */
const MAX_BYTES = 20 * 1024 ** 2;
/** The largest picture, in pixels; each takes four bytes of memory. */
const MAX_PIXELS = 40_000_000;

// Pictures are made one at a time, and none twice.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Reads a small file in one go, then lets requests pass: an asynchronous read goes to Node's thread pool four times,
 * which makes thousands of files ten times slower on a busy machine.
 */
export async function readSmallFile(path: string): Promise<Buffer> {
  const bytes = readFileSync(path);
  await pause();
  return bytes;
}

/** A short name of these bytes. */
export const hashOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 12);

/**
 * Reads the pictures among a folder's files, and the drawings (SVG) among pictures and icons by their path. Adds
 * pictures that cannot be shown to `problems`.
 */
export async function readImages(folder: string, names: readonly string[], problems: ContentProblem[]) {
  const pictures = new Map<string, PictureFile>();
  const drawings = new Map<string, Buffer>();
  for (const name of names.filter((each) => ICONS_FILE.test(each) || PICTURE_FILE.test(each))) {
    const path = join(folder, name);
    const bytes = await readSmallFile(path);
    if (isDrawing(name)) drawings.set(name, bytes);
    if (ICONS_FILE.test(name)) continue;
    const hash = hashOf(bytes);
    const size = await sizeOf(bytes);
    if (typeof size === 'string') problems.push({ file: `api/content/${name}`, text: size });
    else pictures.set(`/api/${name}`, { path, hash, ...pictureOf(`/api/${name}`, hash, size) });
  }
  return { pictures, drawings };
}

const isDrawing = (name: string) => extname(name).toLowerCase() === '.svg';

/** The size of a picture, or why it cannot be shown. */
async function sizeOf(bytes: Buffer) {
  const megabytes = Math.ceil(bytes.length / 1024 ** 2);
  if (bytes.length > MAX_BYTES)
    return `картинка завелика, ${String(megabytes)}\u00a0МБ; збережіть її\u00a0не\u00a0більшою за\u00a02000\u00a0пікселів завширшки`;
  try {
    const { width, height } = (await sharp(bytes, { limitInputPixels: false }).metadata()).autoOrient;
    if (width * height > MAX_PIXELS)
      return `картинка завелика, ${String(width)}\u00a0×\u00a0${String(height)}\u00a0пікселів; зменште її\u00a0до\u00a02000 завширшки`;
    return { width, height };
  } catch {
    return UNREADABLE;
  }
}

export const UNREADABLE =
  'картинка не\u00a0відкривається; збережіть її\u00a0ще\u00a0раз як jpg, png, webp, avif або\u00a0svg';

/** Whether a picture can be decoded: only that finds a file that was cut off. */
export const isWhole = ({ path }: PictureFile): Promise<boolean> =>
  sharp(path, READING)
    .resize(16)
    .toBuffer()
    .then(
      () => true,
      () => false,
    );

const READING = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;

/** Widths of copies, in pixels; a cover is as wide as its card or its post. */
const WIDTHS = [480, 960, 1440];
const MAX_WIDTH = 1920;
/** For browsers and programs that do not choose from `srcset`. */
const USUAL_WIDTH = 960;

/** A picture of this size as pages show it, and the widths in which a photograph is served: none above its own. */
function pictureOf(name: string, hash: string, { width, height }: { width: number; height: number }) {
  const address = name.split('/').map(encodeURIComponent).join('/');
  if (isDrawing(name)) return { widths: [], shown: { url: address, width, height } };
  const widths = [...WIDTHS.filter((each) => each < width), Math.min(width, MAX_WIDTH)];
  const at = (each: number) => `${address}/${hash}-${String(each)}.webp`;
  const largest = widths.at(-1) ?? width;
  const shown = {
    url: at(widths.findLast((each) => each <= USUAL_WIDTH) ?? largest),
    width: largest,
    height: Math.round((height * largest) / width),
    srcset: widths.map((each) => `${at(each)} ${String(each)}w`).join(', '),
  };
  return { widths, shown };
}

/** Says that a picture is missing, and which ones there are. */
export const missingPicture = (address: string, pictures: PictureFiles): string =>
  /^(?:https?:)?\/\//.test(address)
    ? `картинка ${address} лежить на іншому сайті; збережіть її й\u00a0додайте в\u00a0редакторі: «Вставити» → «Зображення»`
    : `немає картинки ${address}; є ${[...pictures.keys()].slice(0, 20).join(', ')}`;

const MADE_BYTES = 64 * 1024 ** 2;
const MAKING_SECONDS = 10;

/** One at a time: a large photograph takes a second and up to 300 MB. At most as many wait as there are copies. */
const alone = createMutex();

const made = new LRUCache<string, Buffer, { readonly path: string; readonly width: number }>({
  maxSize: MADE_BYTES,
  sizeCalculation: (bytes) => bytes.length,
  fetchMethod: (_key, _stale, { context: { path, width } }) =>
    alone(async () =>
      sharp(await readFile(path), READING)
        .autoOrient()
        .resize(width)
        .webp()
        .timeout({ seconds: MAKING_SECONDS })
        .toBuffer(),
    ),
});

/** A photograph in one of its widths, as WebP, made at the first request; `undefined` for any other width. */
export async function photo({ path, hash, widths }: PictureFile, width: number): Promise<Buffer | undefined> {
  if (!widths.includes(width)) return undefined;
  return made.fetch(`${hash}-${String(width)}`, { context: { path, width } });
}
