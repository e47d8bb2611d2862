import { Type } from '@sinclair/typebox';
import type { Owner } from '.';
import { OwnerSchema } from './owner-schema';

/** What the API serves: `GET /api/content`. */
export const ContentReportSchema = Type.Object({
  /** The published version; `null` for a folder without versions. */
  version: Type.Union([Type.String(), Type.Null()]),
  owner: Type.Unsafe<Owner>(OwnerSchema),
  /** A newer version that the API could not read. */
  rejected: Type.Optional(Type.Object({ version: Type.String(), reason: Type.String() })),
});
