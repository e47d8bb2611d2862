export interface LinkedTextProps {
  /** A text with names in braces, such as `{email}`. */
  readonly children: string;
  /** The links that replace the names. */
  readonly links: Readonly<Record<string, { readonly href: string; readonly text: string }>>;
  /** Class of the links. */
  readonly className?: string | undefined;
}

/** A text whose names in braces become links. */
export const LinkedText = ({ children, links, className }: LinkedTextProps) =>
  children.split(/\{(\w+)\}/).map((part, index) => {
    const link = index % 2 === 1 ? links[part] : undefined;
    return link ? (
      <a key={index} className={className} href={link.href}>
        {link.text}
      </a>
    ) : (
      part
    );
  });
