import type { RemoteModules } from '@vidlunnia/shared/contracts';
import * as Post from './post';
import * as Teaser from './teaser';

/** All that this remote exposes, checked against its contracts. */
export const exposes = { Teaser, Post } satisfies RemoteModules<'blog'>;
