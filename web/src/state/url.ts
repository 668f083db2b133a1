// The state as the text behind '#', and back. The table of parameters is schema.ts.
import type { Lesson } from './lesson.ts';
import { initialState } from './reducer.ts';
import { addressSchema } from './schema.ts';
import type { Schema } from './schema-types.ts';
import type { Base, Problem, ProblemKind, State } from './types.ts';

/** Far above what any lesson writes; beyond it a text is not even split. */
export const longestAddress = 16_384;

/** Without '#'. Only what differs from the defaults is written, but for version, lesson, step and language. */
export function encodeState(state: State, lesson: Lesson): string {
  return addressSchema.parameters
    .flatMap((parameter) => {
      const text = parameter.print(state, lesson);
      return text === null ? [] : [`${parameter.name}=${encodeValue(text)}`];
    })
    .join('&');
}

// Commas and semicolons are safe in a fragment, and keep matrices readable.
const encodeValue = (text: string): string =>
  encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3B', ';');

function decodeValue(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

type Report = (name: string | null, kind: ProblemKind) => void;

/** The first value of every name; names are not looked at. */
function split(text: string, report: Report): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const [name = ''] = part.split('=', 1);
    if (seen.has(name)) {
      report(name, 'duplicate');
      continue;
    }
    seen.add(name);
    const value = decodeValue(part.slice(name.length + 1));
    if (value === null) report(name, 'bad_encoding');
    else found.set(name, value);
  }
  return found;
}

/** The parameters in the words of today's version; null where that cannot be had. */
function migrate(
  parameters: ReadonlyMap<string, string>,
  schema: Schema,
  report: Report,
): ReadonlyMap<string, string> | null {
  const text = parameters.get('v');
  if (text === undefined) report('v', 'missing');
  // A damaged version leaves the rest readable: take it for today's.
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) return parameters;
  if (Number(text) > schema.version) {
    report('v', 'newer_version');
    return null;
  }
  let current = parameters;
  for (let version = Number(text); version < schema.version; version++) {
    const migration = schema.migrations[version];
    if (!migration) {
      report('v', 'unsupported_version');
      return null;
    }
    current = migration(current);
  }
  return current;
}

/**
 * Reads an address, with or without '#'. Never throws on any text: what is damaged falls back by
 * itself and is reported, once per parameter and kind. An empty text is the default state without a
 * problem.
 */
export function decodeState(
  text: string,
  lessons: readonly Lesson[],
  surroundings: Base,
  schema: Schema = addressSchema,
): { readonly state: State; readonly problems: readonly Problem[] } {
  const [firstLesson] = lessons;
  // An address without them has neither limits nor a class before it, whatever stood here before.
  const base: Base = { ...surroundings, allow: null, present: false };
  if (!firstLesson) throw new RangeError('there is no lesson to decode an address for');

  const problems: Problem[] = [];
  const report: Report = (name, kind) => {
    const parameter = schema.parameters.some((row) => row.name === name) ? name : null;
    if (!problems.some((known) => known.parameter === parameter && known.kind === kind)) {
      problems.push(Object.freeze({ parameter, kind }));
    }
  };
  const result = (state: State) => ({ state, problems: Object.freeze(problems) });

  const body = text.startsWith('#') ? text.slice(1) : text;
  const fallback = initialState(firstLesson, base);
  if (body === '') return result(fallback);
  if (body.length > longestAddress) {
    report(null, 'too_long');
    return result(fallback);
  }
  const parameters = migrate(split(body, report), schema, report);
  if (!parameters) return result(fallback);

  for (const name of parameters.keys()) {
    if (!schema.parameters.some((row) => row.name === name)) report(name, 'unknown_parameter');
  }
  const id = parameters.get('lesson');
  const named = lessons.find((lesson) => lesson.id === id);
  const lesson = named ?? firstLesson;
  let state = initialState(lesson, base);
  for (const parameter of schema.parameters) {
    const value = parameters.get(parameter.name);
    // The numbers of a lesson that we lack mean nothing in another one.
    if (value === undefined || (parameter.ofLesson && id !== undefined && !named)) continue;
    const next = parameter.parse(value, state, lesson);
    if (typeof next === 'string') report(parameter.name, next);
    else state = next;
  }
  return result(state);
}
