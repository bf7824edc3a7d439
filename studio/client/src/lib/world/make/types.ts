/** What the server offers to make levels with, and what it finds in them; docs/studio-api.md explains each key. */

export type {
  Check,
  ListedDraftOut as Drafts,
  LevelKeysOut,
  TomlOut,
  EntryOffer,
  FieldOffer,
  Finding,
  Offer,
  PartOffer,
  DraftOut as Saved,
  Trial,
  WholeDraft,
  WorldTheme as Scene,
} from '$lib/api/schema';

export type Keys = Record<string, unknown>;
