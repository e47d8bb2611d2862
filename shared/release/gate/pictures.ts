import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PNG } from 'pngjs';
import type { Box } from './findings';

/** What differs between two pictures of a page. */
export interface Difference {
  readonly pixels: number;
  /** The box around all of it. */
  readonly box: Box;
  readonly picture: Buffer;
}

/** Compares two pictures pixel by pixel; `null` when they are the same. */
export async function compare(live: Buffer, fresh: Buffer): Promise<Difference | null> {
  // The same pixels are the same bytes: most pictures need not be unpacked.
  if (live.equals(fresh)) return null;
  const [one, other] = [PNG.sync.read(live), PNG.sync.read(fresh)];
  const size = { width: Math.max(one.width, other.width), height: Math.max(one.height, other.height) };
  const [before, after, difference] = [onto(size, one), onto(size, other), new PNG(size)];
  // It has no build for CommonJS.
  const { default: pixelmatch } = await import('pixelmatch');
  const options = { threshold: 0, includeAA: true };
  const pixels = pixelmatch(before.data, after.data, difference.data, size.width, size.height, options);
  if (pixels === 0) return null;
  return { pixels, box: boxOf(before, after), picture: PNG.sync.write(difference) };
}

/** A picture with transparent pixels around it. */
function onto(size: { readonly width: number; readonly height: number }, picture: PNG): PNG {
  if (picture.width === size.width && picture.height === size.height) return picture;
  const whole = new PNG(size);
  PNG.bitblt(picture, whole, 0, 0, picture.width, picture.height, 0, 0);
  return whole;
}

function boxOf(one: PNG, other: PNG): Box {
  const [before, after] = [pixelsOf(one), pixelsOf(other)];
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (let index = 0; index < before.length; index += 1) {
    if (before[index] === after[index]) continue;
    const [x, y] = [index % one.width, Math.floor(index / one.width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const pixelsOf = ({ data }: PNG) => new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);

/** Leaves pictures of one view for who reads the message. */
export async function keepPictures(
  folder: string,
  pictures: Readonly<Record<string, Buffer>>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.entries(pictures).map(([name, bytes]) => writeFile(path.join(folder, `${name}.png`), bytes)),
  );
}
