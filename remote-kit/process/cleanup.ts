/** Ends everything that a task has started. */
export class Cleanup {
  private readonly ends: (() => unknown)[] = [];

  defer(end: () => unknown): void {
    this.ends.push(end);
  }

  /** Ends everything, the last part first, even when some throw. Rejects with the first failure. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const end of this.ends.splice(0).reverse()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
