// Predict first: the question about the cell that is marked with a question mark.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { fill } from '../i18n/template.ts';
import type { Matrix, QuestionKind } from '../state/lesson.ts';
import { covers } from './covers.ts';
import { precise } from './numbers.ts';
import { dot, icons, letter, rich, root, symbol, terms } from './symbols.ts';
import type { Part } from './symbols.ts';
import { at, depthOf, matrixOf, may } from './view.ts';
import type { Answered, Quiz, View } from './view.ts';

export function exercise(view: View, quiz: Quiz): TemplateResult {
  const { exercise: words } = view.text;
  const { question } = quiz;
  // An experiment counts its rows as its own words say.
  const row = view.live ? nothing : fill(words.row, { i: question.cell.row + 1 });
  const about = question.kind === 'number' ? words.cell : row;
  return html`<form
    class="exercise"
    @submit=${(event: Event) => {
      event.preventDefault();
      view.requests.submitAnswer();
    }}
  >
    <h2>${words.title}${about === nothing ? nothing : html`<small>${about}</small>`}</h2>
    ${question.kind === 'number' ? number(view, quiz) : choosing(view, quiz)}
    <p class="feedback" role="status" data-verdict=${quiz.verdict?.kind ?? nothing}>
      ${feedback(view, quiz)}
    </p>
  </form>`;
}

const button = (label: string, click: () => void, kind = 'answer'): TemplateResult =>
  html`<button type="button" class="plain ${kind}" @click=${click}>${label}</button>`;

const showMe = (view: View): TemplateResult | typeof nothing =>
  may(view, 'predict')
    ? button(
        view.text.exercise.show,
        () => {
          view.requests.showAnswer();
        },
        'show',
      )
    : nothing;

const check = (view: View): TemplateResult =>
  html`<button type="submit" class="plain check">${view.text.exercise.check}</button>`;

function number(view: View, { typed, verdict }: Quiz): TemplateResult {
  const { requests, text } = view;
  // What is asked of an experiment is no cell of a matrix that has a symbol.
  const label = view.live
    ? html`<label class="question" for="answer">${questionText(view)}</label>`
    : html`<label class="formula-of" for="answer"
        >${askedFor(view)}<span class="eq">=</span></label
      >`;
  return html`<div class="ask">
    ${label}
    <input
      id="answer"
      class="answer-field"
      inputmode="decimal"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      enterkeyhint="done"
      aria-label=${text.exercise.answer}
      aria-invalid=${verdict && verdict.kind !== 'right' ? 'true' : 'false'}
      .value=${live(typed)}
      @input=${(event: InputEvent) => {
        requests.typeAnswer((event.target as HTMLInputElement).value);
      }}
    />
    ${check(view)} ${showMe(view)}
  </div>`;
}

/** The symbol of the cell, spelled out as far as the step before it goes. */
export function askedFor(view: View): Part {
  const { cell } = view.quiz?.question ?? { cell: { row: 0, column: 0 } };
  const indices = `${cell.row + 1}${cell.column + 1}`;
  switch (view.step.kind) {
    case 'product':
      return html`${symbol('q', 'q', cell.row + 1)}${dot}${symbol('k', 'k', cell.column + 1)}`;
    case 'scale': {
      const scores = matrixOf(view, 'scores');
      const score = scores ? precise(at(scores, cell.row, cell.column)) : '';
      if (view.state.switches.scale === false) return symbol('z', 's', indices);
      return html`<span class="cs">${score}</span><span class="eq">÷</span>${root(depthOf(view))}`;
    }
    case 'softmax':
      return symbol('α', 'a', indices);
    case 'project':
      return symbol('q', 'q', indices);
    case 'split':
      return html`Q<sup>(${view.state.head + 1})</sup><sub>${indices}</sub>`;
    case 'combine':
      return symbol('y', 'o', indices);
    default:
      return symbol('o', 'o', indices);
  }
}

/** What is asked about a row. */
export const questionText = (view: View): readonly Part[] =>
  rich(view.words.questions[view.quiz?.question.id ?? '']?.question ?? '', places(view));

function choosing(view: View, { question, marks }: Quiz): TemplateResult {
  const { requests, text } = view;
  const sentence = questionText(view);
  if (question.kind === 'mark') {
    const marked = marks.map((column) => view.tokens[column] ?? '').join(' ');
    return html`<p class="question">${sentence}</p>
      <div class="ask" role="group" aria-label=${text.exercise.mark}>
        <span class="marks">${marked === '' ? text.exercise.none : marked}</span>
        ${check(view)} ${showMe(view)}
      </div>`;
  }
  return html`<p class="question">${sentence}</p>
    <div class="ask" role="group" aria-label=${text.exercise.choose}>
      ${choicesOf(view, question.kind).map((token, column) =>
        button(token, () => {
          requests.choose(column);
        }),
      )}
      ${showMe(view)}
    </div>`;
}

const choicesOf = ({ live, queries, tokens }: View, kind: QuestionKind): readonly string[] =>
  live ? live.choices : kind === 'unchanged' ? queries : tokens;

const vector = (matrix: Matrix | undefined, index: number, hue: 'q' | 'k'): Part => {
  const numbers = Array.from({ length: matrix?.columns ?? 0 }, (_, column) =>
    matrix ? precise(at(matrix, index, column)) : '',
  );
  return html`<span class="c${hue}">[${numbers.join(' ')}]</span>`;
};

/** Everything that questions and hints may name. */
function places(view: View): Record<string, Part> {
  const { row: i, column: j } = view.quiz?.question.cell ?? { row: 0, column: 0 };
  return {
    ...terms,
    i: i + 1,
    j: j + 1,
    row: view.queries[i] ?? '',
    column: view.tokens[j] ?? '',
    left: vector(matrixOf(view, 'q'), i, 'q'),
    right: vector(matrixOf(view, 'k'), j, 'k'),
    d: letter('d'),
    depth: depthOf(view),
    head: view.state.head + 1,
    joined: view.lesson.heads === undefined ? 0 : depthOf(view) * view.state.heads,
    rootDepth: root(depthOf(view)),
    ...view.live?.places(view),
  };
}

function feedback(view: View, { question, verdict }: Quiz): Part {
  const words = view.text.exercise;
  const hint = [
    ...rich(view.words.questions[question.id]?.hint ?? '', places(view)),
    ...(question.kind === 'mark' ? covers(view) : []),
  ];
  if (verdict?.kind === 'right') {
    return html`${icons.right} ${rich(words.right, { answer: answered(view, verdict.answer) })}`;
  }
  if (verdict?.kind === 'unclear') return html`${icons.close} ${words.unclear}`;
  if (verdict?.kind !== 'wrong') return html`${hint}`;
  const { misconception } = verdict;
  const told = (misconception && view.words.misconceptions[misconception]) ?? '';
  const why = told !== '' ? rich(told, places(view)) : hint;
  return html`${icons.close} ${words.wrong} ${why}`;
}

/** A right answer in words. */
export function answered(view: View, answer: Answered): string {
  const { step, text } = view;
  if (typeof answer === 'number') return precise(answer);
  // Without the mask the question is which row stays the same.
  const from = choicesOf(view, step.kind === 'leak' ? 'unchanged' : 'choice');
  const names = answer.map((each) => from[each] ?? '');
  return names.length > 0 ? names.join(' ') : text.exercise.none;
}
