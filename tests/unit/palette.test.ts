import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unitStates } from '@/components/unit-state';

type Rgb = [number, number, number];
const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);
const themes = ['light', 'dark'] as const;

function color(name: string, theme: (typeof themes)[number]): Rgb {
  const hex = tokens.get(name)?.[theme];
  if (!hex) throw new RangeError(`no colour ${name}`);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb;
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

describe.each(themes)('colours in the %s theme', (theme) => {
  it.each(['ink', 'ink-soft', 'ink-faint', 'accent', 'good', 'warn', 'danger', 'unit-oversold'])(
    'text in %s is readable on every ground',
    (name) => {
      for (const ground of ['paper', 'surface']) {
        expect(contrast(color(name, theme), color(ground, theme)), ground).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each(['accent', 'good', 'warn', 'danger'])('text in %s is readable on its own tint', (name) => {
    expect(contrast(color(name, theme), color(`${name}-soft`, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it('the alarm is readable on the tint it is shown on', () => {
    expect(contrast(color('unit-oversold', theme), color('danger-soft', theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(unitStates)('a %s unit stands out from the ground', (state) => {
    for (const ground of ['paper', 'surface']) {
      expect(contrast(color(`unit-${state}`, theme), color(ground, theme)), ground).toBeGreaterThanOrEqual(3);
    }
  });
});

/** Machado, Oliveira and Fernandes (2009), full severity, on linear RGB. */
const deficiencies: Record<string, [Rgb, Rgb, Rgb]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seenWith(matrix: [Rgb, Rgb, Rgb], color: Rgb): Rgb {
  const lin = color.map(linear) as Rgb;
  return matrix.map(([r, g, b]) => Math.min(1, Math.max(0, r * lin[0] + g * lin[1] + b * lin[2]))) as Rgb;
}

/** From linear RGB. */
function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const pairs = unitStates.flatMap((a, index) => unitStates.slice(index + 1).map((b) => [a, b] as const));

// Each state has a shape of its own as well; here colour alone keeps them apart.
describe.each(themes)('unit states seen with a colour deficiency, %s theme', (theme) => {
  it.each(Object.keys(deficiencies))('%s keeps them apart', (name) => {
    const matrix = deficiencies[name];
    if (!matrix) throw new RangeError(name);
    const seen = (state: string) => oklab(seenWith(matrix, color(`unit-${state}`, theme)));
    for (const [a, b] of pairs) {
      const [p, q] = [seen(a), seen(b)];
      expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]), `${a} against ${b}`).toBeGreaterThan(0.065);
    }
  });
});
