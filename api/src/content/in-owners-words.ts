import { codeOf, messageOf } from '@vidlunnia/settings/machine';

const FULL = 'На\u00a0диску немає місця; звільніть його й\u00a0повторіть';
const CLOSED = 'Немає права на\u00a0файл чи теку; дайте його й\u00a0повторіть';
const REMEDIES = { ENOSPC: FULL, EDQUOT: FULL, EACCES: CLOSED, EPERM: CLOSED, EROFS: CLOSED };
const REMEDY_OF: ReadonlyMap<string, string> = new Map(Object.entries(REMEDIES));

/** Wraps a task: an error of the disk (full, read-only, no permission) becomes a Ukrainian message with the remedy. */
export const inOwnersWords =
  <Parameters extends unknown[], Result>(task: (...parameters: Parameters) => Promise<Result>) =>
  (...parameters: Parameters): Promise<Result> =>
    task(...parameters).catch((error: unknown) => {
      const refusal = codeOf(error) === undefined && error instanceof Error ? error.cause : error;
      const remedy = REMEDY_OF.get(codeOf(refusal) ?? '');
      throw remedy === undefined ? error : new Error(`${remedy} (${messageOf(refusal)})`, { cause: error });
    });
