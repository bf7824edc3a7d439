/** Which page stands at which address. `section` is the entry of the header that is underlined. */

interface Route {
  load: () => Promise<{ default: unknown }>;
  section?: string;
  /** The page draws its own header where the screen is narrow. */
  ownHeader?: boolean;
  /** No header at all: the page stands in a frame. */
  bare?: boolean;
  /** The page opens without the server, too, and says itself what needs it. */
  alone?: boolean;
}

export const ROUTES: Record<string, Route> = {
  '/': { load: () => import('./pages/Gallery.svelte'), section: 'play' },
  '/play': { load: () => import('./pages/AnyPlay.svelte'), section: 'play' },
  '/play/:board': { load: () => import('./pages/Play.svelte'), section: 'play', ownHeader: true },
  '/embed/:board': { load: () => import('./pages/Embed.svelte'), bare: true },
  '/rules': { load: () => import('./pages/Rules.svelte'), section: 'rules', alone: true },
  '/rules/:family': { load: () => import('./pages/Rules.svelte'), section: 'rules', alone: true },
  '/maker': { load: () => import('./pages/Maker.svelte'), section: 'make', alone: true },
  '/maker/:board': { load: () => import('./pages/Maker.svelte'), section: 'make', alone: true },
  '/map': { load: () => import('./pages/Maps.svelte'), section: 'maps' },
  '/map/:board': { load: () => import('./pages/Map.svelte'), section: 'maps', alone: true },
  '/games': { load: () => import('./pages/Games.svelte'), section: 'games', alone: true },
  '/packs': { load: () => import('./pages/Packs.svelte'), section: 'packs' },
  '/packs/:pack': { load: () => import('./pages/Pack.svelte'), section: 'packs' },
  '/packs/:pack/edit': { load: () => import('./pages/PackForm.svelte'), section: 'packs' },
  '/class': { load: () => import('./pages/ClassCode.svelte') },
  '/class/:token': { load: () => import('./pages/JoinedClass.svelte') },
  '/classes': { load: () => import('./pages/Classes.svelte') },
  '/classes/:classroom': { load: () => import('./pages/Classroom.svelte') },
  '/classes/:classroom/:assignment': { load: () => import('./pages/AssignmentForm.svelte') },
  '/classes/:classroom/games/:game': { load: () => import('./pages/PupilGame.svelte') },
  '/experiment/:token': { load: () => import('./pages/Experiment.svelte'), bare: true },
  '/experiments': { load: () => import('./pages/Experiments.svelte') },
  '/experiments/:experiment': { load: () => import('./pages/ExperimentEditor.svelte') },
  '/leaderboards': { load: () => import('./pages/Leaderboards.svelte'), section: 'scores' },
  '/world': { load: () => import('./pages/World.svelte'), section: 'world' },
  '/world/make': { load: () => import('./pages/WorldMake.svelte'), section: 'world' },
  '/world/make/:draft': { load: () => import('./pages/WorldMake.svelte'), section: 'world' },
  '/world/:level': { load: () => import('./pages/WorldLevel.svelte'), section: 'world' },
  '/endless': { load: () => import('./pages/Endless.svelte'), section: 'play', alone: true },
  '/endless/:family': { load: () => import('./pages/Endless.svelte'), section: 'play', alone: true },
  '/next': { load: () => import('./pages/Next.svelte'), section: 'play' },
  '/daily': { load: () => import('./pages/Calendar.svelte'), section: 'play' },
  '/games/:game': { load: () => import('./pages/Game.svelte') },
  '/players/:player': { load: () => import('./pages/Player.svelte'), section: 'scores' },
  '/stats': { load: () => import('./pages/Stats.svelte') },
  '/news': { load: () => import('./pages/News.svelte') },
  '/research': { load: () => import('./pages/Research.svelte') },
  '/account': { load: () => import('./pages/Account.svelte') },
  '/account/reset/:uid/:token': { load: () => import('./pages/Reset.svelte') },
  '/not-found': { load: () => import('./pages/NotFound.svelte') },
};
