// What a lesson says in one language. Placeholders are {camelCase}; the views fill them with values
// from the engine, so a sentence stays true whatever numbers the reader types.
import type { Misconception } from './lesson.ts';
import type { MaskPart } from './mask.ts';
import type { ScalingText } from './scaling-text.ts';
import type { TrainingText } from './training-text.ts';

export interface StepText {
  /** On the step bar. */
  readonly name: string;
  readonly title: string;
  /** Holds no number of the example. */
  readonly explanation: string;
}

export interface QuestionText {
  /** Of a choice and of marking; a number is asked for by its symbol. */
  readonly question?: string;
  readonly hint: string;
}

export interface SetText {
  readonly name: string;
  /** In place of the lesson's own. */
  readonly tokens?: readonly string[];
}

export interface LessonText {
  readonly title: string;
  /** What the reader will be able to do. */
  readonly goal: string;
  /** As many as a lesson can have; the first ones are its own. */
  readonly tokens: readonly string[];
  /** By set, where there are several to choose from. */
  readonly sets?: Readonly<Record<string, SetText>>;
  readonly steps: Readonly<Record<string, StepText>>;
  /**
   * Where the reader makes the mask: what each part of it covers. Said of those that the mask in
   * hand has, one after the other, in the explanation of the mask and as a hint.
   */
  readonly covers?: Readonly<Record<MaskPart, string>>;
  /** By step and kind: 'softmax-choice'. */
  readonly questions: Readonly<Record<string, QuestionText>>;
  /** What to say where a wrong answer tells how it came about. */
  readonly misconceptions: Readonly<Partial<Record<Misconception, string>>>;
  readonly teacher: {
    readonly shows: string;
    readonly mistakes: readonly string[];
    readonly time: string;
  };
  /** Of a figure that matrices do not make: what is written in it. */
  readonly training?: TrainingText;
  readonly scaling?: ScalingText;
  /** Observations on the numbers as they are now; the views choose the one that is true. */
  readonly notice?: {
    /** A sum or product left the range of float32. */
    readonly overflow: string;
    readonly input: { readonly edit: string; readonly row: string };
    readonly product: {
      readonly largest: string;
      readonly tie: string;
      readonly asymmetric: string;
      readonly symmetric: string;
    };
    readonly scale?: { readonly on: string; readonly off: string; readonly spread: string };
    readonly mask?: {
      readonly covered: string;
      /** Where the first row sees itself alone. */
      readonly first: string;
      /** Where the reader makes the mask: how, and what a row with nothing left gives. */
      readonly toggle?: string;
      readonly empty?: string;
    };
    readonly softmax: {
      readonly largest: string;
      readonly tie: string;
      readonly sum: string;
      readonly covered: string;
      readonly unscaled: string;
      /** Where the reader makes the mask. */
      readonly removed?: string;
      readonly poison?: string;
      readonly empty?: string;
    };
    readonly mix: { readonly largest: string; readonly tie: string; readonly between: string };
    /** Of lessons with heads. */
    readonly project?: string;
    readonly split?: { readonly width: string; readonly wrong: string };
    readonly heads?: { readonly add: string; readonly one: string; readonly opinions: string };
    readonly concat?: string;
    readonly combine?: { readonly mixes: string; readonly cost: string };
    readonly leak?: { readonly some: string; readonly none: string; readonly why: string };
    readonly decode?: {
      readonly same: string;
      readonly differs: string;
      readonly parallel: string;
    };
  };
}
