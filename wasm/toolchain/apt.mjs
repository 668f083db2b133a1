// Debian's packages: installed from the machine's own suites, or unpacked from `suite` beside them.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailed, SetupError, run, which } from './command.mjs';
import { atLeast, bundles, suite } from './recipes.mjs';

const steady = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=600'];
const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
const lockPatience = 120;

export const hasApt = () => Boolean(which('apt-get') && which('dpkg'));

export const isRoot = async () => (await run('id', ['-u'])).trim() === '0';

export const megabytes = (bytes) => `${Math.max(1, Math.round(bytes / 1e6))} MB`;

// apt waits for dpkg's lock but not for that of its lists.
async function patiently(command, args, options) {
  for (let second = 0; ; second += 2) {
    try {
      return await run(command, args, { env: environment, ...options });
    } catch (error) {
      const locked =
        error instanceof CommandFailed &&
        /(is|was) (held|locked) by|Could not get lock/.test(error.output);
      if (!locked || second >= lockPatience) throw error;
      await sleep(2000);
    }
  }
}

/** Installs packages that `missing` requirements name; says what and how much through `say`. */
export async function install(missing, say) {
  const packages = [...new Set(missing.flatMap((each) => each.packages))];
  say('reading the lists of packages');
  await patiently('apt-get', [...steady, '-q', 'update']);
  // A run killed inside dpkg leaves packages unpacked; what this cannot configure, apt then mends.
  await patiently('dpkg', ['--configure', '-a']).catch(() => undefined);
  const wanted = ['install', '-y', '--fix-broken', '--no-install-recommends', ...packages];
  const plan = await patiently('apt-get', [...steady, '-q', '--simulate', ...wanted]);
  refuseOld(missing, plan);
  const sizes = await patiently('apt-get', [...steady, '-q', '--print-uris', ...wanted]);
  const bytes = downloads(sizes).reduce((sum, each) => sum + each.bytes, 0);
  say(`installing ${packages.join(' ')} (${megabytes(bytes)} to download)`);
  await patiently('apt-get', [...steady, '-q', ...wanted]);
}

// Before anything is installed: what this distribution has may be too old to be of use.
function refuseOld(missing, plan) {
  for (const { name, minimum, packages } of missing) {
    if (!minimum) continue;
    const line = new RegExp(
      `^Inst ${packages[0].replace(/\W/g, '\\$&')} .*?\\((?:\\d+:)?([\\d.]+)`,
      'm',
    );
    const version = plan.match(line)?.[1];
    if (version && !atLeast(version, minimum)) {
      throw new SetupError(
        `this system's package ${packages[0]} is version ${version}, and QKV Lab needs ${name} ≥ ${minimum}:\n` +
          `install ${name} ≥ ${minimum} in another way, then run this again.`,
      );
    }
  }
}

function downloads(text) {
  const lines = text.matchAll(/^'[^']*' (\S+) (\d+)/gm);
  return [...lines].map(([, file, bytes]) => ({ file, bytes: Number(bytes) }));
}

/** Opens `suite` of the mirror that the machine uses, in folders below `work`: the system's own lists and packages stay as they are. */
export async function openSuite(work, { sources }) {
  const folder = join(work, 'apt');
  for (const each of ['lists/partial', 'cache/archives/partial', 'sources.d']) {
    mkdirSync(join(folder, each), { recursive: true });
  }
  const list = join(folder, 'suite.sources');
  const options = [
    ...steady,
    ...['-o', `Dir::Etc::sourcelist=${list}`, '-o', 'Dir::Etc::sourceparts=/dev/null'],
    ...['-o', 'Dir::Etc::preferences=/dev/null', '-o', 'Dir::Etc::preferencesparts=/dev/null'],
    ...['-o', `Dir::State::lists=${join(folder, 'lists')}`],
    ...['-o', `Dir::Cache=${join(folder, 'cache')}`],
    ...['-o', 'APT::Sandbox::User=root', '-o', 'Acquire::Languages=none'],
  ];
  let problem;
  for (const site of await mirrors()) {
    const types = sources ? 'deb deb-src' : 'deb';
    writeFileSync(
      list,
      `Types: ${types}\nURIs: ${site}\nSuites: ${suite}\nComponents: main\n${signedBy()}`,
    );
    try {
      await patiently('apt-get', [...options, '-q', 'update']);
      return { aptOptions: options };
    } catch (error) {
      problem = error;
    }
  }
  return { problem };
}

function signedBy() {
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  return existsSync(keyring) ? `Signed-By: ${keyring}\n` : '';
}

// Before the first `apt-get update` a mirror's origin is unknown, so that only puts Debian's first.
async function mirrors() {
  const format = '$(ORIGIN)/$(LABEL)\t$(SITE)';
  const lines = (
    await run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'])
  ).split('\n');
  const rank = (line) =>
    line.startsWith('Debian/Debian\t') ? 0 : line.includes('security') ? 2 : 1;
  const sites = lines.sort((a, b) => rank(a) - rank(b)).map((line) => line.split('\t')[1]);
  return [...new Set(sites.filter(Boolean))];
}

/** Downloads a bundle's packages into `folder`, where an earlier run may have left some. */
export async function download(id, folder, options, say) {
  const { packages, source, version } = bundles[id];
  const what = source ? ['source', '--download-only', source] : ['download', ...packages];
  // Asked in the folder itself, apt would leave out what is there already.
  const asked = { cwd: dirname(folder) };
  const files = downloads(await patiently('apt-get', [...options, '--print-uris', ...what], asked));
  const first = files.find(({ file }) => file.startsWith(`${source ?? packages[0]}_`));
  if (!first?.file.split('_')[1].startsWith(version)) {
    throw new SetupError(
      `the suite ${suite} has ${first?.file ?? `no ${id}`}, and set-up knows version ${version}`,
    );
  }
  say(
    `downloading ${id} ${version} (${megabytes(files.reduce((sum, each) => sum + each.bytes, 0))})`,
  );
  for (const name of readdirSync(folder)) {
    if (!files.some(({ file }) => file === name)) rmSync(join(folder, name), { recursive: true });
  }
  await patiently('apt-get', [...options, '-q', ...what], { cwd: folder });
  return files.map(({ file }) => join(folder, file));
}
