// Where a step of training stands on its track: most happens early, so the track goes by the root.

/** From 0 to 1 along the track. */
export const placeOnTrack = (step: number, most: number): number =>
  most > 0 ? Math.sqrt(Math.min(1, Math.max(0, step / most))) : 0;

/** The step at a place on the track. */
export const stepOnTrack = (place: number, most: number): number =>
  Math.round(Math.min(1, Math.max(0, place)) ** 2 * most);
