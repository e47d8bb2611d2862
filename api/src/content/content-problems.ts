/** Something wrong in a content file, and how to mend it. */
export interface ContentProblem {
  /** Path below the content folder. */
  readonly file: string;
  readonly mend: string;
}

/** Says in one message everything that is wrong with the content files; nothing of them was imported. */
export class ContentError extends Error {
  constructor(readonly problems: readonly ContentProblem[]) {
    super(
      `The content was not imported. To mend:\n${problems.map(({ file, mend }) => `  - ${file}: ${mend}`).join('\n')}`,
    );
    this.name = 'ContentError';
  }
}
