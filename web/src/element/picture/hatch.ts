// Hatching: a repeating gradient of hard stripes becomes a pattern.
import { inkOf, inked, isClear } from './colour.ts';
import { listed, rounded, tag } from './markup.ts';
import type { Box, Paper } from './paper.ts';

interface Stop {
  readonly colour: string;
  readonly at: number;
}

function stopsOf(items: readonly string[]): Stop[] {
  return items.flatMap((item) => {
    const [, colour = '', places = ''] = /^(.*?)((?: -?[\d.]+px)+)$/.exec(item) ?? [];
    return [...places.matchAll(/-?[\d.]+/g)].map(([at]) => ({ colour, at: Number(at) }));
  });
}

/** The box hatched, or nothing where its background image is none of the kind. */
export function hatched(box: Box, image: string, radius: number, paper: Paper): string {
  const inside = /^repeating-linear-gradient\((.*)\)$/.exec(image)?.[1];
  if (inside === undefined) return '';
  const [first = '', ...rest] = listed(inside);
  const angle = first.endsWith('deg') ? parseFloat(first) : 180;
  const stops = stopsOf(first.endsWith('deg') ? rest : [first, ...rest]);
  const period = (stops.at(-1)?.at ?? 0) - (stops[0]?.at ?? 0);
  if (period <= 0) return '';
  const stripes = stops.flatMap((from, index) => {
    const to = stops[index + 1];
    return to?.colour === from.colour && to.at > from.at && !isClear(from.colour)
      ? [{ ...from, width: to.at - from.at }]
      : [];
  });
  // The gradient's line goes through the middle, and begins where its perpendicular meets a corner.
  const turn = ((angle - 90) * Math.PI) / 180;
  const [along, down] = [Math.cos(turn), Math.sin(turn)];
  const half = (Math.abs(box.width * along) + Math.abs(box.height * down)) / 2;
  const [x, y] = [box.width / 2 - half * along, box.height / 2 - half * down];
  const phase = Math.round(((x * along + y * down) % period) * 100) / 100;
  const start = (phase + period) % period;
  const name = [angle, start, period, ...stripes.flatMap(({ at, width }) => [at, width])];
  const inks = stripes.map(({ colour }) => `${inkOf(colour).hex}${rounded(inkOf(colour).alpha)}`);
  const id = `hatch-${[...name.map(rounded), ...inks].join('-').replaceAll('#', '')}`;
  const pattern = tag(
    'pattern',
    {
      id,
      width: period,
      height: period,
      patternUnits: 'userSpaceOnUse',
      patternTransform: `rotate(${rounded(angle - 90)}) translate(${rounded(start)} 0)`,
    },
    stripes
      .map(({ colour, at, width }) =>
        tag('rect', { x: at, width, height: period, ...inked('fill', colour) }),
      )
      .join(''),
  );
  paper.defs.set(id, pattern);
  return tag('rect', {
    transform: `translate(${rounded(box.x)} ${rounded(box.y)})`,
    width: box.width,
    height: box.height,
    rx: radius || undefined,
    fill: `url(#${id})`,
  });
}
