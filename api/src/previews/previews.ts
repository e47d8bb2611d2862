import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import type { Prepared } from '../content/prepared';
import { within } from '../within';
import { composePreview, type PreviewText } from './compose-preview';
import { loadTypefaces } from './typeface';

/** Raise it when the code draws otherwise from the same template and texts: all images are then made again. */
const DRAWING = '2';

/** The home page's image has this id, so that no post may. */
export const HOME_ID = 'home';
export const HOME_TEXT: PreviewText = {
  title: 'Гукнемо так, що відгукнеться',
  label: 'Відлуння, діджитал-агенція у\u00a0Вінниці',
};

/** An image could not be had in time. */
class PreviewLateError extends Error {
  readonly statusCode = 503;

  constructor(id: string) {
    super(`The link preview of ${id} was not drawn in time`);
    this.name = 'PreviewLateError';
  }
}

/** Link-preview images (PNG, 1200 × 630): drawn on their first request, then kept on disk. */
export class Previews {
  readonly #made = singleFlight((name: string, text: PreviewText) => this.#keptOrDrawn(name, text));
  readonly #design = lazily(() => loadDesign(this.folder));
  readonly #typefaces = lazily(() => loadTypefaces(join(this.folder, 'fonts')));
  #lastDrawing: Promise<unknown> = Promise.resolve();
  #isDiskFailureKnown = false;

  /**
   * @param folder of the template and the fonts
   * @param store folder in which images are kept, made when it is needed
   * @param deadline milliseconds after which a request does not wait any longer; the image is made all the same
   */
  constructor(
    private readonly folder: string,
    private readonly store: string,
    private readonly deadline = 5_000,
  ) {}

  /** @throws PreviewLateError */
  async image(id: string, text: PreviewText): Promise<Prepared> {
    const image = await within(this.deadline, this.#image(id, text));
    if (image === undefined) throw new PreviewLateError(id);
    return image;
  }

  async #image(id: string, text: PreviewText): Promise<Prepared> {
    const { fingerprint: design } = await this.#design();
    const fingerprint = hash(DRAWING, design, text.title, text.label, text.cover ?? '');
    const name = `${id}.${fingerprint}.png`;
    return { type: 'image/png', bytes: await this.#made(name, text), etag: `"${fingerprint}"` };
  }

  async #keptOrDrawn(name: string, text: PreviewText): Promise<Buffer> {
    const kept = await readFile(join(this.store, name)).catch(() => undefined);
    // An empty file is what a power failure may leave.
    if (kept && kept.length > 0) return kept;
    // One at a time: drawing takes a whole core. One that hangs holds up the next no longer than a request waits.
    const drawing = this.#lastDrawing.then(() => this.#draw(text));
    this.#lastDrawing = this.#lastDrawing.then(() => within(this.deadline, drawing).catch(() => undefined));
    const image = await drawing;
    await this.#keep(name, image).catch((error: unknown) => {
      if (!this.#isDiskFailureKnown) process.emitWarning(`Link previews can’t be kept: ${String(error)}`);
      this.#isDiskFailureKnown = true;
    });
    return image;
  }

  async #draw(text: PreviewText): Promise<Buffer> {
    const { renderAsync } = await import('@resvg/resvg-js');
    const svg = composePreview((await this.#design()).template, text, await this.#typefaces());
    const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
    return image.asPng();
  }

  /** In one step, so that no other process reads half an image; takes the place of the id's earlier one. */
  async #keep(name: string, image: Buffer): Promise<void> {
    await mkdir(this.store, { recursive: true });
    const unfinished = join(this.store, `.${randomUUID()}`);
    await writeFile(unfinished, image);
    await rename(unfinished, join(this.store, name));
    const [id = ''] = name.split('.');
    const earlier = (await readdir(this.store)).filter((each) => each.startsWith(`${id}.`) && each !== name);
    await Promise.all(earlier.map((each) => rm(join(this.store, each), { force: true })));
  }
}

/** The template, and a hash of all that every image is made of. */
async function loadDesign(folder: string): Promise<{ template: string; fingerprint: string }> {
  const fonts = (await readdir(join(folder, 'fonts'))).sort();
  const files = ['template.svg', ...fonts.map((name) => `fonts/${name}`)];
  const parts = await Promise.all(files.map((file) => readFile(join(folder, file))));
  return { template: String(parts[0]), fingerprint: hash(...parts) };
}

/** Loads once, when it is first wanted; what failed is tried again by the next one. */
function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

function hash(...parts: readonly (string | Uint8Array)[]): string {
  const hashed = createHash('sha256');
  for (const part of parts) hashed.update(`${String(part.length)}:`).update(part);
  return hashed.digest('base64url');
}
