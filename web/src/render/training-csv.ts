// What a race has recorded, as a table for a spreadsheet: one row for each step.

export interface TrainingRecords {
  readonly losses: ArrayLike<number>;
  readonly norms: ArrayLike<number>;
  readonly shares: readonly {
    readonly step: number;
    readonly digits: number;
    readonly sequences: number;
  }[];
}

/** Empty where nothing was recorded; Excel reads NaN as a text. */
const number = (value: number | undefined): string =>
  value === undefined || !Number.isFinite(value) ? '' : String(value);

/**
 * The loss of a step is that before it; shares are those after it, where there was a mark. `names` are
 * those of the columns of each network, in this order: loss, gradient, digits, sequences.
 */
export function recordsCsv(
  step: string,
  networks: readonly { readonly name: string; readonly records: TrainingRecords }[],
  names: readonly [string, string, string, string],
): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const header = [
    step,
    ...networks.flatMap(({ name }) => names.map((each) => `${name} ${each}`)),
  ].map(quoted);
  const marks = networks.map(
    ({ records }) => new Map(records.shares.map((each) => [each.step, each])),
  );
  const last = Math.max(0, ...networks.map(({ records }) => records.losses.length));
  const rows = Array.from({ length: last + 1 }, (_, at) => [
    String(at),
    ...networks.flatMap(({ records: { losses, norms } }, which) => {
      const share = marks[which]?.get(at);
      const before = at - 1;
      return [losses[before], norms[before], share?.digits, share?.sequences].map(number);
    }),
  ]);
  return [header, ...rows].map((row) => `${row.join()}\r\n`).join('');
}
