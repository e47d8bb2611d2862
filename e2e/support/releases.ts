import type { RemoteName } from '@vidlunnia/contracts';

/** Where the shell tells the live release set. */
export const RELEASE_SET = /\/-\/release-set$/;

/** What `/-/release-set` answers. */
export interface ReleaseSet {
  readonly id: string;
  readonly remotes: Partial<
    Record<RemoteName, { readonly version: string; readonly base: string; readonly container: string }>
  >;
}

export async function readReleaseSet(site: string): Promise<ReleaseSet> {
  const response = await fetch(`${site}/-/release-set`);
  return (await response.json()) as ReleaseSet;
}

const FAULT = 'throw new Error("A fault of the test")';

export type WayToFail = 'throws when evaluated' | 'throws when rendered';

/** A change for `TeamOrigin.release`: in browsers alone, the module that has `mark` in it fails. */
export const spoiling =
  (mark: string, way: WayToFail) =>
  (file: string, text: string): string =>
    /^client\/static\/.*\.js$/.test(file) ? spoilModule(text, mark, way) : text;

/** Relies on how webpack writes a module's exports. */
function spoilModule(chunk: string, mark: string, way: WayToFail): string {
  const modules = chunk.split(/(?=\.d\(\w+,\{default:\(\)=>)/);
  const spoilt = modules.map((module) =>
    module.includes(mark)
      ? module.replace(
          /^\.d\((\w+),\{default:\(\)=>[\w$]+/,
          way === 'throws when rendered'
            ? `.d($1,{default:()=>()=>{${FAULT}}`
            : `.d($1,{default:(()=>{${FAULT}})()`,
        )
      : module,
  );
  return spoilt.join('');
}
