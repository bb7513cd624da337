import { type Place, places } from '../screens/step-back.ts';

/** Reactions to Back and Forward. */
export interface WayBackReaction {
  /** @returns the page's place after that; `null`: it is left */
  back(from: Place): Place | null;
  /** @returns the page's place after that */
  forward(): Place;
  /** Whether the page's address is final: earlier entries would lead to the old address. */
  isSettled(): boolean;
}

/** The page's three entries in the history of its tab. @see docs/decisions/0119 */
export interface WayBack {
  /** The current screen needs no place before this one. */
  settle(least: Place): void;
}

const placeIn = (state: unknown): Place | null => (state as { flow?: Place } | null)?.flow ?? null;

/**
 * Makes Back lead through the page before leaving it. The entries are created at the first click: browsers skip entries that a
 * page creates without user interaction.
 */
export function guardHistory(reaction: WayBackReaction): WayBack {
  let at: Place | null = null;
  let wanted: Place = places.now;
  let isMoving = false;

  /** Creates the missing entries; an entry after the present one may belong to another page. */
  const make = () => {
    if (at !== null) return;
    const first = placeIn(history.state) ?? places.leave;
    history.scrollRestoration = 'manual';
    history.replaceState({ flow: first }, '');
    for (const place of [places.earlier, places.now])
      if (place > first) history.pushState({ flow: place }, '');
    at = places.now;
  };
  const move = () => {
    if (at === null || at === wanted || isMoving) return;
    isMoving = true;
    history.go(wanted - at);
  };
  const follow = (to: Place, from: Place) => {
    if (to === wanted) return;
    const place = to < from ? reaction.back(from) : reaction.forward();
    if (place === null) return history.go(-to - 1);
    wanted = place;
    move();
  };
  // After a reload the entries still exist.
  if (placeIn(history.state) !== null) make();
  const makeOnce = () => {
    if (!reaction.isSettled()) return;
    removeEventListener('click', makeOnce, { capture: true });
    make();
  };
  addEventListener('click', makeOnce, { capture: true });
  addEventListener('popstate', ({ state }) => {
    const to = placeIn(state);
    if (to === null || at === null) return;
    const from = at;
    at = to;
    isMoving = false;
    follow(to, from);
  });
  return {
    settle(least) {
      if (least > wanted) wanted = least;
      move();
    },
  };
}
