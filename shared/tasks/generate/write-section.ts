import { Draft } from './draft';
import { addSection, addToRemote, type NewSection } from './section';

/** Adds a section to a remote in a copy of the sources, as `npm run new:section` does; only the format is not seen to. */
export async function writeSection(root: string, section: NewSection): Promise<void> {
  const draft = new Draft(root);
  addSection(draft, section);
  addToRemote(draft, section);
  await draft.write((_file, text) => Promise.resolve(text));
}
