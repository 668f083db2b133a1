import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read } from '../web/support/files.ts';
import { planOf } from '../../wasm/engine/train/settings.ts';
import { engine, type TapName, type TrainingOptions } from './support/engine.ts';
import { inspectable, trainingModule } from './support/inspectable.ts';

/** The enumerators of an enum in a C++ file. */
function enumeratorsIn(path: string, name: string): string[] {
  const body = new RegExp(`enum class ${name}\\b[^{]*\\{([^}]*)\\}`).exec(read(path))?.[1];
  assert.ok(body, `${name} in ${path}`);
  return [...body.replaceAll(/\/\/.*$/gm, '').matchAll(/\w+/g)].map(([word]) => word);
}
const enumerators = (header: string, name: string): string[] =>
  enumeratorsIn(`core/include/qkv/${header}`, name);

/** They are the module's members, at run time and in its types. */
function checkEnum(module: object, types: string, name: string, names: readonly string[]): void {
  const expected = names.map((each, value) => [each, value] as const);
  const members = Reflect.get(module, name) as Record<string, { value?: unknown }>;
  assert.deepEqual(
    Object.entries(members)
      .filter(([, member]) => typeof member.value === 'number')
      .map(([each, { value }]) => [each, value]),
    expected,
  );
  const typed = expected.map(([each, value]) => `${each}: ${name}Value<${value}>`).join(', ');
  assert.ok(types.includes(`${name}: {${typed}};`), typed);
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
      checkEnum(module, declarations('core'), name, enumerators(header, name));
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

const declarations = (module: 'core' | 'train'): string =>
  read(`build/wasm-release/wasm/bindings/qkv-${module}.d.ts`);

/** The declarations of all that a module offers, line by line. */
const offered = (module: 'core' | 'train'): string =>
  `${/interface EmbindModule \{\n([^}]|\}[^\n])*\n\}/.exec(declarations(module))?.[0]}\n`;

describe('the types of the binding', () => {
  for (const module of ['core', 'train'] as const) {
    it(`hold no any and no unnamed parameter: ${module}`, () => {
      assert.doesNotMatch(declarations(module), /\bany\b|\b_\d/);
    });
  }

  it('are those that were looked at: after a wanted change write them to binding.snapshot.txt', () => {
    assert.equal(offered('core'), read('tests/wasm/binding.snapshot.txt'));
  });

  it("of training are the core's and those in train.snapshot.txt", () => {
    const core = offered('core').split('\n');
    const train = offered('train').split('\n');
    assert.deepEqual(
      core.filter((line) => !train.includes(line)),
      [],
    );
    const beyond = train.filter((line) => !core.includes(line));
    assert.equal(`${beyond.join('\n')}\n`, read('tests/wasm/train.snapshot.txt'));
  });
});

describe('the names of training', () => {
  const kinds = [
    ['train/trainer.hpp', 'ModelKind', 'model'],
    ['train/optimizer.hpp', 'OptimizerKind', 'optimizer'],
  ] as const;
  for (const [header, name, option] of kinds) {
    it(`of ${name} are the core's, in its order, and those of the option '${option}'`, async () => {
      const names = enumerators(header, name);
      checkEnum(await trainingModule(), declarations('train'), name, names);
      for (const [value, each] of names.entries()) {
        assert.equal(planOf({ [option]: each }).settings[option], value, each);
      }
    });
  }

  it("every option that is the trainer's has its TrainerOption, and the other way round", async () => {
    const names = enumeratorsIn('wasm/bindings/trainer.cpp', 'TrainerOption').map((each) =>
      each.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
    checkEnum(await trainingModule(), declarations('train'), 'TrainerOption', names);
    const every: Required<TrainingOptions> = {
      ...{ model: 'lstm', optimizer: 'sgd', seed: 0, skippedDraws: 0, testSeed: 99 },
      ...{ vocabulary: 10, length: 10, width: 32, heads: 1, layers: 1, hidden: 48, batch: 64 },
      ...{ learningRate: 0.003, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 },
      ...{ momentum: 0, clipNorm: 0, warmUp: 0, cosineEnd: 0, finalPart: 0, testSequences: 20 },
      // Not the trainer's.
      ...{ steps: 1, scored: 1, paused: true, speed: 1, workerUrl: '', wasmUrl: '' },
    };
    assert.deepEqual(Object.keys(planOf(every).settings).sort(), names.sort());
  });
});
