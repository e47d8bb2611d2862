import { notInArray } from 'drizzle-orm';
import type { Database } from '../database/database';
import { previews } from '../database/schema';
import { previewDrawing } from './draw-preview';
import type { WantedPreview } from './wanted-previews';

/** Brings the stored images to those that are wanted. Images are no reason to have no site: a failure is a warning. */
export class PreviewImport {
  readonly #drawn = new Map<string, typeof previews.$inferInsert>();
  #failed = false;

  constructor(
    private readonly wanted: readonly WantedPreview[],
    private readonly folder: string,
  ) {}

  /** Draws what is neither stored nor drawn yet: before the import's transaction, which holds up other replicas. */
  async draw(database: Database): Promise<void> {
    const missing = await this.#missing(database);
    if (missing.length === 0 || this.#failed) return;
    try {
      const draw = await previewDrawing(this.folder);
      for (const wanted of missing) {
        const { id, fingerprint } = wanted;
        this.#drawn.set(id, { id, fingerprint, image: await draw(wanted) });
      }
    } catch (error) {
      this.#failed = true;
      process.emitWarning(`Link previews could not be drawn: ${String(error)}`);
    }
  }

  /**
   * Stores what was drawn and removes what is not wanted, within the import's transaction.
   * @returns how many were drawn
   */
  async store(transaction: Database): Promise<number> {
    // Another replica may have imported other content since.
    await this.draw(transaction);
    const ids = this.wanted.map(({ id }) => id);
    await transaction.delete(previews).where(notInArray(previews.id, ids));
    for (const row of this.#drawn.values()) {
      const { fingerprint, image } = row;
      await transaction
        .insert(previews)
        .values(row)
        .onConflictDoUpdate({ target: previews.id, set: { fingerprint, image } });
    }
    return this.#drawn.size;
  }

  async #missing(database: Database): Promise<WantedPreview[]> {
    const { id, fingerprint } = previews;
    const stored = new Map(
      (await database.select({ id, fingerprint }).from(previews)).map((row) => [row.id, row.fingerprint]),
    );
    return this.wanted.filter(
      (each) => !this.#drawn.has(each.id) && stored.get(each.id) !== each.fingerprint,
    );
  }
}
