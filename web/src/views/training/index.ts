// The figure of two networks in training, drawn from a scene.
export { bar } from './bar.ts';
export { handing } from './handing.ts';
export { mapOfRace, programOfRace, recordsOfRace } from './program.ts';
export { measured } from './measured.ts';
export { observations } from './observations.ts';
export { choices, places } from './places.ts';
export type * from './scene.ts';
export { settings } from './settings.ts';
export { stage } from './stage.ts';
export { styles } from './styles.ts';
