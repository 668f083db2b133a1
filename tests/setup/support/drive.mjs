// Runs set-up of a clone and records, in the journal, where it is: stages and changes of files. It
// dies with its whole process group at the record that KILL_AT names.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, purpose] = process.argv.slice(2);
const { JOURNAL, KILL_AT } = process.env;
const journal = fs.openSync(JOURNAL, 'a');

function record(line) {
  fs.writeSync(journal, `${line}\n`);
  if (line === KILL_AT) process.kill(0, 'SIGKILL');
}

let changes = 0;
for (const name of [
  'chmodSync',
  'cpSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'symlinkSync',
  'writeFileSync',
]) {
  const real = fs[name];
  fs[name] = (...args) => {
    record(`change ${++changes} ${name}`);
    return real(...args);
  };
}
syncBuiltinESMExports();

const { setUpOrExit, stages } = await import(
  pathToFileURL(join(folder, 'wasm/toolchain/setup.mjs')).href
);
for (const stage of stages) {
  const { carryOut } = stage;
  stage.carryOut = async (state) => {
    record(`begin ${stage.id}`);
    await carryOut(state);
    record(`end ${stage.id}`);
  };
}
const variables = await setUpOrExit(purpose);
console.log(JSON.stringify(variables));
