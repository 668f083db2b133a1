// Sets up what is missing, for `npm start` (build), `npm test` (test) or `npm run check` (check).
// A run that was killed anywhere is made good by the next one: nothing counts as there before a
// rename has put it into its place whole, or the distribution's own tools have finished it.
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasApt, install, isRoot, openSuite } from './apt.mjs';
import { unpackBundle } from './bundle.mjs';
import { cacheFolder, finish, leftovers, removeLeftovers, workFolder } from './cache.mjs';
import { SetupError } from './command.mjs';
import { environment } from './environment.mjs';
import { find, lockHash, lockStamp, root } from './find.mjs';
import { installFrom } from './npm.mjs';
import { atLeast, bundles, minimumNode, neededFor, suite } from './recipes.mjs';

const say = (line) => console.error(`set-up: ${line}`);

// What an interrupted run was installing, kept in its working folder until that is done.
const packagesNote = 'packages.json';
const noteIn = (work) => join(work, packagesNote);

const readNote = (work) =>
  existsSync(noteIn(work)) ? JSON.parse(readFileSync(noteIn(work), 'utf8')) : [];

const bundleStages = Object.keys(bundles).map((id) => ({
  id,
  due: ({ missing }) => missing.some(({ bundle }) => bundle === id),
  carryOut: (state) => unpackBundle(id, state.work, state.aptOptions, say),
}));

/** In this order; the tests kill set-up in each of them. */
export const stages = [
  {
    id: 'suite',
    due: ({ missing }) => missing.some(({ bundle }) => bundle),
    async carryOut(state) {
      say(`looking for the suite ${suite} on this machine's mirror`);
      const sources = state.missing.some(({ bundle }) => bundles[bundle]?.source);
      Object.assign(state, await openSuite(state.work, { sources }));
      refuse(state);
    },
  },
  {
    id: 'packages',
    due: ({ missing, interrupted }) =>
      missing.some(({ packages }) => packages) || interrupted.length,
    async carryOut({ missing, interrupted, work }) {
      const wanted = [...missing.filter(({ packages }) => packages), ...interrupted];
      writeFileSync(noteIn(work), JSON.stringify(wanted));
      await install(wanted, say);
      rmSync(noteIn(work));
    },
  },
  {
    id: 'npm',
    due: ({ missing }) => missing.some(({ id }) => id === 'npm'),
    carryOut: installNpmPackages,
  },
  ...bundleStages,
];

const npmWork = join(root, 'build', 'setup');

// A run may have been killed when all was there but its working folder not yet removed.
function tidy(cache) {
  removeLeftovers(cache, 'work');
  removeLeftovers(npmWork, 'npm');
}

async function installNpmPackages() {
  say('installing the npm packages (npm ci)');
  const work = workFolder(npmWork, 'npm');
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(root, name), join(work, name));
  await installFrom(work);
  writeFileSync(join(work, lockStamp), lockHash(work));
  const place = join(root, 'node_modules');
  const old = join(work, 'old');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, old);
  finish(join(work, 'node_modules'), place);
  rmSync(work, { recursive: true });
}

const named = ({ name, minimum }) => `  ${name}${minimum ? ` ≥ ${minimum}` : ''}`;

/** Stops, before anything is changed, when this machine or user cannot get what is missing. */
function refuse({ missing, interrupted, apt, superuser, aptOptions, problem }) {
  const reasons = [];
  const packages = [
    ...new Set([...missing, ...interrupted].flatMap((each) => each.packages ?? [])),
  ];
  const unpacked = missing.filter(({ bundle }) => bundle);
  if (!apt) {
    const lacking = missing.filter(({ id, onlyWithBundle }) => id !== 'npm' && !onlyWithBundle);
    if (lacking.length) {
      reasons.push(
        `this system has no apt, so please install, and let PATH or CMAKE_PREFIX_PATH lead to:\n` +
          lacking.map(named).join('\n'),
      );
    }
  } else {
    if (packages.length && !superuser) {
      const mend = interrupted.length ? 'dpkg --configure -a; ' : '';
      reasons.push(
        `only root can install these packages; as root run\n` +
          `  ${mend}apt-get update && apt-get install ${packages.join(' ')}`,
      );
    }
    if (unpacked.length && !aptOptions && problem !== undefined) {
      reasons.push(
        `this machine's mirror has no suite ${suite}, which brings what is too new for most systems; ` +
          `please install in another way, and let PATH or CMAKE_PREFIX_PATH lead to:\n` +
          `${unpacked.map(named).join('\n')}\n(${problem})`,
      );
    }
  }
  if (reasons.length) {
    throw new Refusal(
      `set-up cannot go on and has installed nothing:\n${reasons.join('\n')}\nThen run this again.`,
    );
  }
}

class Refusal extends SetupError {}

/** Makes all that `purpose` needs present and gives the environment, or throws a SetupError. */
export async function setUp(purpose = 'build') {
  if (!atLeast(process.versions.node, minimumNode)) {
    throw new SetupError(
      `QKV Lab needs Node ≥ ${minimumNode}, and this is ${process.versions.node}`,
    );
  }
  const needed = neededFor(purpose);
  const lacking = (found) => needed.filter(({ id }) => !found.get(id));
  let found = await find();
  const cache = cacheFolder();
  const interrupted = leftovers(cache, 'work').flatMap((name) => readNote(join(cache, name)));
  const state = { missing: lacking(found), interrupted };
  const due = stages.filter((stage) => stage.due(state));
  if (due.length === 0) {
    tidy(cache);
    return environment(found);
  }

  state.apt = hasApt();
  state.superuser = state.apt && (await isRoot());
  if (!due.some(({ id }) => id === 'suite') || !state.apt) refuse(state);
  state.work = workFolder(cache, 'work');
  try {
    for (const stage of due) await stage.carryOut(state);
  } catch (error) {
    const unfinished = existsSync(noteIn(state.work));
    if (error instanceof Refusal && !unfinished) rmSync(state.work, { recursive: true });
    throw error;
  }
  found = await find();
  if (lacking(found).length) {
    throw new SetupError(
      `set-up has run and yet does not find:\n${lacking(found).map(named).join('\n')}`,
    );
  }
  rmSync(state.work, { recursive: true });
  tidy(cache);
  say('done');
  return environment(found);
}

/** For programs: sets up, or says why not and ends the process with status 1. */
export async function setUpOrExit(purpose) {
  try {
    return await setUp(purpose);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`set-up: ${error.message}`);
    return process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [purpose = 'test'] = process.argv.slice(2).filter((each) => !each.startsWith('--'));
  const variables = await setUpOrExit(purpose);
  if (process.argv.includes('--shell')) {
    for (const [name, value] of Object.entries(variables)) {
      console.log(`export ${name}='${value.replaceAll("'", `'\\''`)}'`);
    }
  }
}
