import type { PostSummary } from '@vidlunnia/contracts';
import type { ComponentPropsWithRef } from 'react';
import { coverName } from '../navigation';

interface CoverProps extends ComponentPropsWithRef<'img'> {
  readonly post: PostSummary;
  readonly alt: string;
  /** Width on the page, for the browser's choice of a copy. */
  readonly sizes: string;
}

/** A post's cover. Older APIs return no size; their covers are drawings of this size. */
export function Cover({ post: { id, image_url, image }, alt, sizes, ...rest }: CoverProps) {
  const { url, srcset, ...size } = image ?? { url: image_url, width: 1200, height: 675 };
  return (
    <img
      {...rest}
      {...size}
      {...(srcset !== undefined && { srcSet: srcset, sizes })}
      data-cover={coverName(id)}
      src={url}
      alt={alt}
    />
  );
}
