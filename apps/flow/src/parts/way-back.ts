import { type Place, places } from '../screens/step-back.ts';

/** What the history of the tab leads to. */
export interface WayBackReaction {
  /** @returns where the page is then; `null`: it is left */
  back(from: Place): Place | null;
  /** @returns where the page is then */
  forward(): Place;
  /** Whether the address of the page is the one that it keeps: entries before it would lead to the former. */
  isSettled(): boolean;
}

/** Three entries of the page in the history of its tab. @see docs/decisions/0119 */
export interface WayBack {
  /** What is shown needs no place before this one. */
  settle(least: Place): void;
}

const placeIn = (state: unknown): Place | null => (state as { flow?: Place } | null)?.flow ?? null;

/**
 * Makes Back lead through the page before it leaves it. The entries are made at the first click: those that a page makes without
 * the person, browsers pass over.
 */
export function guardHistory(reaction: WayBackReaction): WayBack {
  let at: Place | null = null;
  let wanted: Place = places.now;
  let isMoving = false;

  /** Makes the entries that are not there yet; what follows the present one may be of another page. */
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
  // After a reload they are still there.
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
