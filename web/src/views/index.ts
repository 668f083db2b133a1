// The front of the room: what the element draws with.
import { negotiate } from '../i18n/negotiate.ts';
import { locales } from '../state/types.ts';
import type { Locale } from '../state/types.ts';

export { bandsOf, drawBands } from './bands.ts';
export { fitLines, keepInside } from './fit.ts';
export { isMoved } from './surroundings.ts';
export { answered } from './exercise.ts';
export { figure, wordlessLesson } from './figure.ts';
export { notYetLive } from './live.ts';
export type { Live } from './live.ts';
export { wordless } from './wordless.ts';
export { turned } from './matrix.ts';
export { roomy } from './numbers.ts';
export { offersPresenting } from './chrome.ts';
export { walked } from './step-bar.ts';
export { isLive, slotsOf, tapOf } from './slots.ts';
export type { Slot } from './slots.ts';
export { chapterModes, controlLevels } from './view.ts';
export { at, may } from './view.ts';
export type * from './view.ts';
export type { Sheet, Variant } from './sheet/sheet.ts';
export { parseNumber } from '../render/format.ts';
export { parseMatrixText } from '../render/matrix-text.ts';
export { fill } from '../i18n/template.ts';
export type { UiText } from '../i18n/ui-text.ts';
export { elementCode, frameCode } from '../render/embed-codes.ts';
export { copyOf } from './programs.ts';
export { registerProperties, styles } from './styles.ts';

export const negotiateLocale = (tags: readonly string[]): Locale | null => negotiate(tags, locales);
