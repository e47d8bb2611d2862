/**
 * A page as it was rendered, saved to need nothing but itself, its fonts and its images: styles in the document, no
 * script. `read` gives the text behind a style sheet's address.
 */
export async function savePage(html: string, read: (href: string) => Promise<string>): Promise<string> {
  const silent = html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*\bas="script"[^>]*>/g, '');
  const links = [...silent.matchAll(/<link\b[^>]*\brel="stylesheet"[^>]*>/g)].map(([link]) => link);
  const styles = await Promise.all(links.map((link) => read(/\bhref="([^"]+)"/.exec(link)?.[1] ?? '')));
  return links.reduce((page, link, index) => {
    const style = `<style>${styles[index] ?? ''}</style>`;
    return page.replace(link, () => style);
  }, silent);
}
