import { writeSection } from '@vidlunnia/shared/generate';

/** The test looks for it. */
const ADDED_LABEL = 'Скоро ще одна луна';

/** Adds a section to `home` in a copy of the sources, behind the vacancies. */
export const addSection = (root: string): Promise<void> =>
  writeSection(root, {
    remote: 'home',
    section: 'Openings',
    element: 'openings',
    after: 'vacancies',
    label: ADDED_LABEL,
    bundled: true,
  });
