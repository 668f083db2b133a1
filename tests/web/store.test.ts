import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialState } from '../../web/src/state/reducer.ts';
import { createStore } from '../../web/src/state/store.ts';
import { base, small, walk } from './support/states.ts';

const store = () => createStore(walk, initialState(walk, base));

describe('store', () => {
  it('tells every listener of a change: new state, old state, action', () => {
    const lab = store();
    const before = lab.state;
    const heard: unknown[][] = [];
    lab.subscribe((...told) => heard.push(['first', ...told]));
    lab.subscribe((...told) => heard.push(['second', ...told]));
    lab.dispatch({ type: 'next' });
    assert.equal(lab.state.step, 'scores');
    assert.deepEqual(heard, [
      ['first', lab.state, before, { type: 'next' }],
      ['second', lab.state, before, { type: 'next' }],
    ]);
  });

  it('is silent when nothing changes', () => {
    const lab = store();
    const before = lab.state;
    lab.subscribe(() => assert.fail('nothing changed'));
    lab.dispatch({ type: 'previous' });
    assert.equal(lab.state, before);
  });

  it('stops telling a listener that left, also in the middle of a round', () => {
    const lab = store();
    const heard: string[] = [];
    const leave = lab.subscribe(() => {
      heard.push('first');
      leave();
      leaveThird();
    });
    lab.subscribe(() => heard.push('second'));
    const leaveThird = lab.subscribe(() => heard.push('third'));
    lab.dispatch({ type: 'next' });
    leave();
    lab.dispatch({ type: 'next' });
    assert.deepEqual(heard, ['first', 'second', 'second']);
  });

  it('counts the same function twice when it subscribes twice', () => {
    const lab = store();
    let calls = 0;
    const listener = () => calls++;
    const leave = lab.subscribe(listener);
    lab.subscribe(listener);
    lab.dispatch({ type: 'next' });
    leave();
    lab.dispatch({ type: 'next' });
    assert.equal(calls, 3);
  });

  it('gives all listeners the changes in one order when a listener dispatches', () => {
    const lab = store();
    const heard: string[] = [];
    lab.subscribe((state) => {
      if (state.step === 'scores') lab.dispatch({ type: 'go', step: 'output' });
    });
    lab.subscribe((state, previous) => heard.push(`${previous.step} → ${state.step}`));
    lab.dispatch({ type: 'next' });
    assert.deepEqual(heard, ['inputs → scores', 'scores → output']);
  });

  it('lets a failing listener harm neither the others nor the next change', () => {
    const lab = store();
    let calls = 0;
    lab.subscribe(() => {
      throw new Error('mine');
    });
    lab.subscribe(() => calls++);
    assert.throws(() => {
      lab.dispatch({ type: 'next' });
    }, /^Error: mine$/);
    const leave = lab.subscribe(() => {
      throw new Error('yours');
    });
    assert.throws(() => {
      lab.dispatch({ type: 'next' });
    }, AggregateError);
    leave();
    assert.deepEqual([calls, lab.state.step], [2, 'scale']);
  });

  it('belongs to one figure: two stores share nothing', () => {
    const [one, two] = [store(), store()];
    two.subscribe(() => assert.fail('that was the other figure'));
    one.dispatch({ type: 'next' });
    assert.equal(two.state.step, 'inputs');
  });

  it('refuses the state of another lesson', () => {
    assert.throws(() => createStore(walk, initialState(small, base)), RangeError);
  });
});
