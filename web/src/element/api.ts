// What a page may use of <qkv-lab>: the element without what it is made of.
export type Theme = 'light' | 'dark' | 'auto';
export type Controls = 'full' | 'steps' | 'none';
export type Chapters = 'shown' | 'hidden';
export type Present = 'on' | 'off';

/** Properties hold the current values; setting one writes no attribute. */
export interface QkvLabElement extends HTMLElement {
  /** The id of a lesson, and of one of its steps. */
  lesson: string;
  step: string;
  theme: Theme;
  controls: Controls;
  chapters: Chapters;
  /** What the reader may change: permissions with spaces between them, 'all' or 'none'. Scripts may do everything. */
  allow: string;
  /** For a projector: large, walked by a clicker, each result hidden until it is revealed. */
  present: Present;
  /** As `getState()` gives it. */
  state: string;
  readonly playing: boolean;
  /** A pointer drags a number or walks along the stops. */
  readonly dragging: boolean;
  /** Resolves once what was set is drawn. */
  readonly updateComplete: Promise<boolean>;
  next(): void;
  previous(): void;
  goTo(step: string): void;
  reset(): void;
  /** The whole state as text: a share link carries it behind '#'. */
  getState(): string;
  /** The drawn stage as a picture that stands by itself; rejects while nothing is drawn. */
  toSVG(): Promise<string>;
  toPNG(): Promise<Blob>;
  addEventListener<Type extends keyof QkvLabEvents>(
    type: Type,
    listener: (this: QkvLabElement, event: QkvLabEvents[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** All bubble, and leave shadow roots. */
export interface QkvLabEvents {
  'qkv-ready': CustomEvent<null>;
  'qkv-step': CustomEvent<{ readonly lesson: string; readonly step: string }>;
  'qkv-change': CustomEvent<{ readonly state: string }>;
  'qkv-answer': CustomEvent<QkvAnswer>;
  'qkv-error': CustomEvent<{ readonly code: string; readonly message: string }>;
}

/** Columns count from 0. */
export interface QkvAnswer {
  readonly exercise: string;
  readonly given: number | readonly number[];
  readonly expected: number | readonly number[];
  readonly correct: boolean;
}
