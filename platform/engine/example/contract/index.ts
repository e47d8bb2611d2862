/** What the compiler compares when a release was built with other declarations than the live host: these four names. */
export interface ModuleContracts {
  'menu/Menu': { readonly props: MenuProps; readonly params: object };
  'story/Story': { readonly props: object; readonly params: object };
}
export type ZoneProps = object;
export type LoadContext = object;
export interface PageHead {
  readonly title: string;
}

export interface MenuProps {
  readonly greeting: string;
}
