import { REMOTE_NAME, REMOTE_NAME_RULE, SECTION_NAME, SECTION_NAME_RULE } from '../../contracts/names';
import { readArguments } from '../../process/arguments';
import { messageOf } from '../../process/errors';

/** What of the site a request has to fit to. */
export interface Known {
  readonly remotes: readonly string[];
  /** Ids of the home page’s sections, in their order. */
  readonly sections: readonly string[];
  /** All ids of modules. */
  readonly modules: readonly string[];
  /** Other ids of elements that a page has. */
  readonly elements: readonly string[];
  readonly hasFolder: (folder: string) => boolean;
}

export interface SectionRequest {
  readonly remote: string;
  readonly section: string;
  readonly element: string;
  readonly after: string;
  readonly label: string;
}

/** It is put into sources as it is. */
const LABEL = /^[^'"\\<>{}$\n]{1,40}$/;
const LABEL_RULE = 'up to 40 characters without quotation marks and brackets';
/** Words that are taken in code or in addresses. */
const TAKEN = new Set(['api', 'shell', 'shared', 'main', 'root', 'default', 'primitives', 'index', 'story']);

/** The remotes that the reference site is made of: its tests are about them. */
const REFERENCE = ['home', 'blog', 'forms'];

/** Reads `careers --section Openings --after vacancies`; throws with all that is wrong, a line each. */
export function readSectionRequest(
  args: readonly string[],
  known: Known,
  kind: 'new remote' | 'new section',
): SectionRequest {
  const command = kind === 'new remote' ? 'new:remote' : 'new:section';
  const usage = `npm run ${command} -- <remote> --section <Section> --after <section> [--label <text>]`;
  const { positionals, values } = parse(args, usage);
  const [remote = '', ...more] = positionals;
  const { section = '', after = '', label = 'Нове' } = values;
  const element = elementOf(section);
  const isNew = kind === 'new remote';
  const problems = [
    positionals.length === 0 && `the name of ${isNew ? 'a new' : 'a'} remote is missing`,
    more.length > 0 && `one remote at a time, not also ${more.join(', ')}`,
    remote !== '' && !REMOTE_NAME.test(remote) && `“${remote}” is no name of a remote: ${REMOTE_NAME_RULE}`,
    isNew &&
      known.remotes.includes(remote) &&
      `there is a remote ${remote} already; new:section adds a section to it`,
    isNew &&
      (TAKEN.has(remote) || known.hasFolder(`mfe-${remote}`)) &&
      !known.remotes.includes(remote) &&
      `“${remote}” is taken: choose another name`,
    !isNew &&
      remote !== '' &&
      !known.remotes.includes(remote) &&
      `there is no remote “${remote}”; there are ${known.remotes.join(', ')}`,
    section === '' && '--section is missing',
    section !== '' &&
      !SECTION_NAME.test(section) &&
      `“${section}” is no name of a section: ${SECTION_NAME_RULE}`,
    known.modules.includes(`${remote}/${section}`) && `${remote} has a module ${section} already`,
    section !== '' &&
      [...known.sections, ...known.elements].includes(element) &&
      `an element with the id ${element} is there already: choose another name for the section`,
    !isNew &&
      known.hasFolder(`mfe-${remote}/src/${element}`) &&
      `mfe-${remote}/src/${element} is there already`,
    after === '' && `--after is missing: the section before it, one of ${known.sections.join(', ')}`,
    after !== '' &&
      !known.sections.includes(after) &&
      `there is no section “${after}” to stand after; there are ${known.sections.join(', ')}`,
    !LABEL.test(label) && `--label has to be ${LABEL_RULE}`,
  ].filter((problem) => typeof problem === 'string');
  if (problems.length > 0) throw new Error([...problems, `Usage: ${usage}`].join('\n'));
  return { remote, section, element, after, label };
}

/** Reads `careers`; throws with what is wrong. */
export function readRemoval(args: readonly string[], known: Pick<Known, 'remotes'>): string {
  const usage = 'npm run remove:remote -- <remote>';
  const { positionals } = parse(args, usage);
  const removable = known.remotes.filter((name) => !REFERENCE.includes(name));
  const [remote = ''] = positionals;
  if (positionals.length === 1 && removable.includes(remote)) return remote;
  const which = removable.length > 0 ? `one of ${removable.join(', ')}` : 'none at present';
  const own = REFERENCE.includes(remote)
    ? `${remote} belongs to the site itself: its tests are about it. `
    : '';
  throw new Error(`${own}What can be removed is ${which}.\nUsage: ${usage}`);
}

/** Id of a section’s element: `open-days` for `OpenDays`. */
const elementOf = (section: string) =>
  section.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

function parse(args: readonly string[], usage: string) {
  try {
    const text = { type: 'string' } as const;
    return readArguments(
      args,
      usage.includes('--section') ? { section: text, after: text, label: text } : {},
    ) as { positionals: string[]; values: { section?: string; after?: string; label?: string } };
  } catch (error) {
    throw new Error(`${messageOf(error)}\nUsage: ${usage}`, { cause: error });
  }
}
