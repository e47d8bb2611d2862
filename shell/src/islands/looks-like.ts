/**
 * Whether two elements hold the same for a visitor: of what React leaves in the HTML, comments and the ids that it makes
 * differ between a server and a browser.
 */
export const looksLike = (one: Element, other: Element): boolean => bare(one).isEqualNode(bare(other));

/** Where an element bears or names an id of React's. */
const IDS = ['id', 'for', 'aria-labelledby', 'aria-describedby'];

function bare(element: Element): Node {
  const copy = element.cloneNode(true) as Element;
  const comments = document.createNodeIterator(copy, NodeFilter.SHOW_COMMENT);
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode())
    comment.parentNode?.removeChild(comment);
  for (const each of copy.querySelectorAll('*')) for (const name of IDS) each.removeAttribute(name);
  copy.normalize();
  return copy;
}
