// Which matrices a lesson shows comes of its steps.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialState, reduce } from '../../web/src/state/reducer.ts';
import { allSlots, sceneOf, slotsOf, tapOf } from '../../web/src/views/slots.ts';
import { base } from './support/states.ts';
import { matrixChapters, viewOf } from './support/view.ts';

for (const { lesson } of matrixChapters) {
  describe(`the scenes of ${lesson.id}`, () => {
    const start = initialState(lesson, base);

    it('have a place for the inputs, and for what each step makes', () => {
      for (const { id, kind, reads, makes, also = [] } of lesson.steps) {
        const view = viewOf(reduce(start, { type: 'go', step: id }, lesson), null);
        assert.equal(view.step.id, id);
        const placed = slotsOf(view)
          .filter(({ place }) => place[kind] !== undefined)
          .map((slot) => tapOf(view, slot));
        // Of heads that are split only the queries are drawn.
        const all = kind === 'input' ? reads : [makes ?? [], kind === 'split' ? [] : also].flat();
        for (const tap of all) assert.ok(placed.includes(tap), `${tap} in ${id}`);
      }
    });

    it('have each matrix once, and all of what there is', () => {
      const taps = allSlots({ lesson }).map(({ tap }) => tap);
      assert.equal(new Set(taps).size, taps.length);
      const made = lesson.steps.flatMap(({ makes, also = [] }) => [makes ?? [], also].flat());
      for (const tap of [...Object.keys(lesson.inputs), ...made]) {
        assert.ok(taps.some((each) => each === tap) || tap === 'masked', tap);
      }
    });
  });
}

describe('a scene', () => {
  it('of inputs is that of the projections where there is an X to project', () => {
    assert.equal(sceneOf({ step: { kind: 'input', reads: ['x', 'w_q'] } }), 'projection');
    assert.equal(sceneOf({ step: { kind: 'input', reads: ['q', 'k', 'v'] } }), 'attention');
  });
});
