import type { Plugin } from 'vite';

const helper = /vite\/preload-helper/;

/**
 * Stands before each lazy import that has styles. Vite's own also asks for scripts, passes nonces on, and tells of failures by
 * an event; ours name no scripts (vite.config.ts), and whoever imports hears of a failure.
 */
const stylesFirst = `const asked = new Map();
function ask(href) {
  return new Promise((resolve, reject) => {
    if (document.querySelector(\`link[rel=stylesheet][href="\${href}"]\`)) return resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    // As the boot script asks for it, or the browser would fetch it twice.
    link.crossOrigin = '';
    link.href = href;
    link.onload = resolve;
    link.onerror = () => {
      // The next import tries again.
      asked.delete(href);
      link.remove();
      reject(new Error('No style sheet came from ' + href));
    };
    document.head.append(link);
  });
}
function come(path) {
  const href = '/' + path;
  if (!asked.has(href)) asked.set(href, ask(href));
  return asked.get(href);
}
export const __vitePreload = async (load, styles = []) => {
  await Promise.all(styles.map(come));
  return load();
};`;

/** Half a KB less of every page. */
export function leanPreload(): Plugin {
  return {
    name: 'wentwell-lean-preload',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!helper.test(id)) return undefined;
      if (!code.includes('export const __vitePreload = function preload(baseModule, deps')) {
        throw new Error('Vite asks for styles in another way: mend lean-preload.ts.');
      }
      return { code: stylesFirst, map: null };
    },
  };
}
