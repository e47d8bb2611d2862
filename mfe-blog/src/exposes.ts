import type { RemoteModules } from '@vidlunnia/contracts';
import * as Archive from './archive';
import * as Post from './post';
import * as Teaser from './teaser';

/** All modules of this remote, checked against the contract. */
export const exposes = { Teaser, Post, Archive } satisfies RemoteModules<'blog'>;
