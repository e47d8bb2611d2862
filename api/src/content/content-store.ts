import { join } from 'node:path';
import { Previews } from '../previews/previews';
import { readContent } from './content';
import { PreparedContent } from './prepared-content';

interface ContentPlaces {
  /** Folder of the content files. */
  readonly folder: string;
  /** Folder in which link previews are kept. */
  readonly previewsFolder: string;
}

/** The content that the API serves, in memory. */
export class ContentStore {
  #reading = Promise.resolve();

  private constructor(
    private readonly places: ContentPlaces,
    private served: PreparedContent,
  ) {}

  /** @throws ContentError naming everything that is wrong in the files */
  static async open(places: ContentPlaces): Promise<ContentStore> {
    return new ContentStore(places, await readPrepared(places));
  }

  get current(): PreparedContent {
    return this.served;
  }

  /**
   * Reads the files again and serves what they say now, all of it at once.
   * @throws ContentError naming everything that is wrong in the files; what was served stays then
   */
  reload(): Promise<void> {
    // One after another: what was read last is served last.
    const reading = this.#reading.then(async () => {
      this.served = await readPrepared(this.places);
    });
    this.#reading = reading.catch(() => undefined);
    return reading;
  }
}

async function readPrepared({ folder, previewsFolder }: ContentPlaces): Promise<PreparedContent> {
  return new PreparedContent(await readContent(folder), new Previews(join(folder, 'og'), previewsFolder));
}
