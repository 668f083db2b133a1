// The names of the core's enums, as the binding exports them.
import type { CoreModule } from './core.ts';
import type { AttentionOptions, AxisName, ErrorCode, SkipReason, TapName } from './types.ts';

export type AlignmentName = NonNullable<AttentionOptions['causalAlignment']>;

export interface Names {
  /** Each list in the order of the enum's values. */
  readonly taps: readonly TapName[];
  readonly axes: readonly AxisName[];
  readonly skips: readonly SkipReason[];
  readonly codes: readonly ErrorCode[];
  readonly tapAxes: ReadonlyMap<TapName, readonly [AxisName, AxisName]>;
  readonly alignments: ReadonlyMap<unknown, number>;
}

function list<Enum extends object>(members: Enum): readonly (keyof Enum)[] {
  const names: (keyof Enum)[] = [];
  for (const [name, member] of Object.entries(members) as [keyof Enum, { value?: unknown }][]) {
    // embind keeps a table by number among the members.
    if (typeof member.value === 'number') names[member.value] = name;
  }
  return Object.freeze(names);
}

export function readNames(module: CoreModule): Names {
  const taps = list(module.Tap);
  const axes = list(module.Axis);
  const axisName = (axis: { value: number }): AxisName => axes[axis.value] as AxisName;
  const { upper_left, lower_right } = module.CausalAlignment;
  const alignments: Record<AlignmentName, number> = {
    'upper-left': upper_left.value,
    'lower-right': lower_right.value,
  };
  return {
    taps,
    axes,
    skips: list(module.SkipReason),
    codes: list(module.ErrorCode),
    tapAxes: new Map(
      taps.map((tap) => [
        tap,
        Object.freeze([
          axisName(module.rowAxis(module.Tap[tap])),
          axisName(module.columnAxis(module.Tap[tap])),
        ] as const),
      ]),
    ),
    alignments: new Map(Object.entries(alignments)),
  };
}
