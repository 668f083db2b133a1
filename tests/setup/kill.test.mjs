// Set-up is killed, with all that it started, at each step that it takes; the next run makes
// everything as if nothing had happened.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { stages } from '../../wasm/toolchain/setup.mjs';
import { copyMachine, difference, layMachine, outcome, runSetup } from './support/machine.mjs';

const reference = layMachine();
after(reference.remove);
const whole = await runSetup(reference);
assert.equal(whole.status, 0, whole.output);
const expected = outcome(reference);

// What an undisturbed run recorded of a stage, turned into places to die at. Between two commands in a
// row there is one, not two.
function killPoints(journal, stage) {
  const seen = new Map();
  const isCommand = (line) => line?.startsWith('command ') === true;
  const points = journal.map((line, place) => {
    if (!isCommand(line)) return [line];
    const [, name] = line.split(' ');
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const places = isCommand(journal[place - 1])
      ? ['middle', 'after']
      : ['before', 'middle', 'after'];
    return places.map((when) => `${name}#${count} ${when}`);
  });
  const within = [journal.indexOf(`begin ${stage}`), journal.indexOf(`end ${stage}`) + 1];
  return points.slice(...within).flat();
}

async function kill(machine, point) {
  const { signal, output } = await runSetup(machine, { env: { KILL_AT: point } });
  assert.equal(signal, 'SIGKILL', `${point}: ran on\n${output}`);
}

async function recover(machine, point) {
  const next = await runSetup(machine);
  assert.equal(next.status, 0, `${point}: ${next.output}`);
  assert.deepEqual(difference(outcome(machine), expected), [], point);
  return next;
}

const asCopyOf = async (original, act) => {
  const machine = copyMachine(original);
  try {
    return await act(machine);
  } finally {
    machine.remove();
  }
};

describe('killed in the stage', { concurrency: 2 }, () => {
  for (const { id } of stages) {
    it(id, async (test) => {
      // The stages before it are done once; that run, too, was killed.
      const before = layMachine();
      test.after(before.remove);
      await kill(before, `begin ${id}`);
      const { journal } = await asCopyOf(before, (machine) => recover(machine, `begin ${id}`));
      const points = killPoints(journal, id);
      assert.ok(points.some((point) => point.endsWith(' middle')));
      for (const point of points) {
        await asCopyOf(before, async (machine) => {
          await kill(machine, point);
          await recover(machine, point);
        });
      }
      test.diagnostic(`${points.length} places`);
    });
  }
});

it('does nothing when all is there', async () => {
  const again = await runSetup(reference);
  assert.equal(again.status, 0, again.output);
  assert.deepEqual(again.journal, []);
  assert.deepEqual(difference(outcome(reference), expected), []);
});

it('leaves no working folder behind', () => {
  assert.deepEqual(
    readdirSync(join(reference.base, 'cache')).filter((name) => name.startsWith('work.')),
    [],
  );
  assert.deepEqual(readdirSync(join(reference.base, 'clone/build/setup')), []);
  assert.ok(existsSync(join(reference.base, 'clone/node_modules/second')));
});
