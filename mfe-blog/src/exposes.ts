import type { RemoteModules } from '@vidlunnia/contracts';
import * as Archive from './archive';
import * as Post from './post';
import * as Teaser from './teaser';

/** All that this remote exposes, checked against its contracts. */
export const exposes = { Teaser, Post, Archive } satisfies RemoteModules<'blog'>;
