interface Files {
  /** Addresses of the scripts that a document begins with. */
  readonly scripts: readonly string[];
  /** Addresses of those that the home page's islands and header come with. */
  readonly later: readonly string[];
}

/**
 * Stands in for the shell's starter, and waits for nobody: the document gets the scripts as deferred ones and preloads
 * of the rest, as the site had them before there was a starter.
 */
export function eagerStarter({ scripts, later }: Files): string {
  const preload = (href: string) => `<link rel="preload" as="script" href="${href}">`;
  const tags = [...scripts.map((src) => `<script src="${src}" defer></script>`), ...later.map(preload)].join(
    '',
  );
  const text = JSON.stringify(tags).replaceAll('</', '<\\/');
  // The page demands Trusted Types, as the site's own does.
  const policy =
    "window.trustedTypes?.createPolicy('default',{createHTML:(text)=>text,createScriptURL:(text)=>text})";
  return `${policy};window.starter={wanted:new Set,pressed:new Map,settle(){}};document.write(${text})`;
}
