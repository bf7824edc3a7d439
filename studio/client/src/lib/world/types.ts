/** What the server sends about worlds, in metres with y up; docs/studio-api.md explains each key. */

import type { Cast, Frame } from '$lib/api/schema';

export type {
  Cast,
  Description,
  Frame,
  Mind,
  OwnPicture,
  Trouble,
  WorldEnd as End,
  WorldGoal as Goal,
  WorldLevel as Level,
  WorldLevels as Levels,
  WorldOut as World,
} from '$lib/api/schema';

/** The room that a picture takes: width, height, and how far its foot is above the lower edge. */
export type Cell = Cast['cell'];
/** x, y, and how one gets there. */
export type Leg = Frame['way'][number];
export type Way = Leg[2];
/** Number, x, y, facing, metres walked, on a ladder, look. */
export type Placed = Frame['characters'][number];
/** Number, x, y. */
export type Box = Frame['crates'][number];
