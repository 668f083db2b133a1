import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read } from '../web/support/files.ts';
import { engine, type TapName } from './support/engine.ts';
import { inspectable } from './support/inspectable.ts';

/** The enumerators of an enum in the core's headers. */
function enumerators(header: string, name: string): string[] {
  const body = new RegExp(`enum class ${name}\\b[^{]*\\{([^}]*)\\}`).exec(
    read(`core/include/qkv/${header}`),
  )?.[1];
  assert.ok(body, `${name} in ${header}`);
  return [...body.replaceAll(/\/\/.*$/gm, '').matchAll(/\w+/g)].map(([word]) => word);
}

describe('names', () => {
  const homes: readonly (readonly [header: string, name: string])[] = [
    ['trace.hpp', 'Tap'],
    ['trace.hpp', 'Axis'],
    ['ops/mask.hpp', 'SkipReason'],
    ['ops/mask.hpp', 'CausalAlignment'],
    ['error.hpp', 'ErrorCode'],
  ];
  for (const [header, name] of homes) {
    it(`of ${name} are the core's, in its order, at run time and in the types`, async () => {
      const { module } = await inspectable();
      const expected = enumerators(header, name).map((each, value) => [each, value]);
      const members = Reflect.get(module, name) as Record<string, { value?: unknown }>;
      assert.deepEqual(
        Object.entries(members)
          .filter(([, member]) => typeof member.value === 'number')
          .map(([each, { value }]) => [each, value]),
        expected,
      );
      const typed = expected.map(([each, value]) => `${each}: ${name}Value<${value}>`).join(', ');
      assert.ok(declarations().includes(`${name}: {${typed}};`), typed);
    });
  }

  it('taps are listed in order, each with its axes', () => {
    assert.deepEqual(engine.taps, enumerators('trace.hpp', 'Tap'));
    const axes: Record<TapName, readonly string[]> = {
      q: ['query', 'key_width'],
      k: ['key', 'key_width'],
      v: ['key', 'value_width'],
      scores: ['query', 'key'],
      scaled: ['query', 'key'],
      masked: ['query', 'key'],
      weights: ['query', 'key'],
      output: ['query', 'value_width'],
      x: ['query', 'model_width'],
      context: ['key', 'context_width'],
      w_q: ['joined_width', 'model_width'],
      w_k: ['joined_width', 'context_width'],
      w_v: ['joined_width', 'context_width'],
      w_o: ['output_width', 'joined_width'],
      projected_q: ['query', 'joined_width'],
      projected_k: ['key', 'joined_width'],
      projected_v: ['key', 'joined_width'],
      concat: ['query', 'joined_width'],
      result: ['query', 'output_width'],
    };
    assert.deepEqual(Object.fromEntries(engine.taps.map((tap) => [tap, engine.axes(tap)])), axes);
  });

  it('the version has one home', () => {
    assert.equal(
      engine.info.version,
      (JSON.parse(read('package.json')) as { version: string }).version,
    );
  });

  it('what is shared is frozen', () => {
    assert.ok(Object.isFrozen(engine.taps) && Object.isFrozen(engine.info));
    assert.ok(Object.isFrozen(engine.axes('q')));
  });
});

const declarations = (): string => read('build/wasm-release/wasm/bindings/qkv-core.d.ts');

describe('the types of the binding', () => {
  it('hold no any and no unnamed parameter', () => {
    assert.doesNotMatch(declarations(), /\bany\b|\b_\d/);
  });

  it('are those that were looked at: after a wanted change write them to binding.snapshot.txt', () => {
    const body = /interface EmbindModule \{\n([^}]|\}[^\n])*\n\}/.exec(declarations())?.[0];
    assert.equal(`${body}\n`, read('tests/wasm/binding.snapshot.txt'));
  });
});
