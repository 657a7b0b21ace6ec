import subsetFont from 'subset-font';
import type { Plugin, Rolldown } from 'vite';

// The weights in use (docs/decisions/0014-what-the-browser-loads.md).
const weights = { min: 400, max: 800 };
// Features that browsers apply by default, and those requested by base.css and `tabular-nums`.
const byItself = 'calt ccmp clig kern liga locl mark mkmk rclt rlig rvrn';
const askedFor = 'cv05 cv11 ss03 tnum';
const kept = {
  targetFormat: 'woff2' as const,
  variationAxes: { wght: weights },
  // Missing in the library's types.
  keepFeatures: `${byItself} ${askedFor}`.split(' '),
};

// Saves a third: other weights are unused, and the style sheet loads other characters from another file.
export function lighterFonts(): Plugin {
  return {
    name: 'wentwell-lighter-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const assets = Object.values(bundle).filter((file) => file.type === 'asset');
      const styles = assets.filter(({ fileName }) => fileName.endsWith('.css')).map(textOf);
      for (const font of assets.filter(({ fileName }) => fileName.endsWith('.woff2'))) {
        const face = styles
          .flatMap((css) => css.match(/@font-face\s*\{[^}]*\}/g) ?? [])
          .find((rule) => rule.includes(font.fileName));
        const ranges = face && /unicode-range:\s*([^;}]+)/.exec(face)?.[1];
        if (!ranges) throw new Error(`${font.fileName} has no range: mend lighter-fonts.ts.`);
        font.source = await subsetFont(Buffer.from(font.source), charactersIn(ranges), kept);
      }
    },
  };
}

function textOf({ source }: Rolldown.OutputAsset): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}

/** `U+0-FF, U+131, U+20??` */
function charactersIn(ranges: string): string {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from = '', to = from] = range.trim().slice('U+'.length).split('-');
      const first = Number.parseInt(from.replaceAll('?', '0'), 16);
      const last = Number.parseInt(to.replaceAll('?', 'F'), 16);
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
    })
    .join('');
}
