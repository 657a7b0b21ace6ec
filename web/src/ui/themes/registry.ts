import { themeList, type ThemeId } from './theme-list.ts';
import { type Palette, palette, type Theme } from './theme.ts';

/** The product's blue, for themes without a blue of their own. */
const brandBlue = '#eff4ff #dce7fe #bfd3fd #93b5fb #5a8ef8 #1e66f5 #1a57d1 #1948a9 #193b83 #182f62';

/** A theme is a line in theme-list.ts and a palette here. The order of a row's colours is in theme.ts. */
const palettes: Record<ThemeId, Palette> = {
  // Catppuccin Mocha, https://catppuccin.com/palette: crust is the page, mantle the bars, surface 0 the card.
  'catppuccin-mocha': palette({
    background: '#11111b #181825 #181825 #313244 #313244',
    text: '#cdd6f4 #bac2de #9399b2 #89b4fa',
    border: '#45475a #585b70',
    hover: '#3b3c50 #6c7086',
    action: '#89b4fa #a6e3a1 #f38ba8 #bac2de #11111b',
    brand: '#eff5ff #dce9fe #c5dafd #a9c8fc #89b4fa #5f96f8 #1e66f5 #1a52c2 #1c4291 #1c3468',
    hues: '#89b4fa #a6e3a1 #f9e2af #f38ba8 #cba6f7 #9399b2',
    people:
      '#89b4fa #fab387 #a6e3a1 #cba6f7 #f9e2af #89dceb #f5c2e7 #f38ba8 #84a57d #ae8db5 #c98a66 #50a8c2',
  }),
  // Catppuccin Latte, https://catppuccin.com/palette. Latte has no step lighter than base, so cards are white;
  // the page is crust, a shade darker to part from what lies on it.
  'catppuccin-latte': palette({
    background: '#dadee7 #eff1f5 #e6e9ef #ffffff #ffffff',
    text: '#4c4f69 #5c5f77 #6c6f85 #1e66f5',
    border: '#ccd0da #acb0be',
    hover: '#e6e9ef #8c8fa1',
    action: '#1e66f5 #40a02b #d20f39 #5c5f77 #ffffff',
    brand: brandBlue,
    hues: '#1e66f5 #40a02b #df8e1d #d20f39 #8839ef #7c7f93',
    people:
      '#1e66f5 #fe640b #40a02b #8839ef #df8e1d #179299 #ea76cb #d20f39 #04a5e5 #dd7878 #7287fd #8c4787',
  }),
  // Dracula, https://draculatheme.com/contribute: the background's two darker shades are page and bars,
  // its lighter one the card.
  dracula: palette({
    background: '#191a21 #21222c #21222c #343746 #343746',
    text: '#f8f8f2 #d5d6e0 #9aa5ce #bd93f9',
    border: '#44475a #565a75',
    hover: '#3e4153 #6272a4',
    action: '#bd93f9 #50fa7b #ff5555 #c8c9d4 #191a21',
    brand: '#faf7ff #f4eefe #ebdffd #dec9fc #ceaefa #bd93f9 #a380d8 #8267af #635088 #4b3f69',
    hues: '#8be9fd #50fa7b #ffb86c #ff5555 #ff79c6 #8b95c0',
    people:
      '#bd93f9 #ffb86c #50fa7b #ff79c6 #f1fa8c #8be9fd #ff5555 #6272a4 #6f9f30 #3eb3d3 #92cb86 #bf7c42',
  }),
  // Atom One Dark, https://github.com/atom/atom/tree/master/packages/one-dark-syntax: page and bars are the
  // gutter and panels of the editor, which lie below it.
  'atom-one-dark': palette({
    background: '#181a1f #21252b #21252b #333842 #333842',
    text: '#d7dae0 #abb2bf #8f97a6 #61afef',
    border: '#3e4451 #4b5263',
    hover: '#3a3f4b #5c6370',
    action: '#61afef #98c379 #e06c75 #abb2bf #181a1f',
    brand: '#f4f9fe #e6f2fc #d0e7fa #b0d7f7 #88c3f3 #61afef #5598d0 #457aa8 #375e83 #2c4866',
    hues: '#61afef #98c379 #e5c07b #e06c75 #c678dd #828997',
    people:
      '#61afef #e06c75 #98c379 #c678dd #e5c07b #528bff #be5046 #d19a66 #2c896e #7f69a7 #919122 #f393c2',
  }),
  // Nord, https://www.nordtheme.com/docs/colors-and-palettes: polar night is card and hover, snow the
  // text; the page lies one step below polar night.
  nord: palette({
    background: '#242933 #2e3440 #2e3440 #3b4252 #3b4252',
    text: '#eceff4 #d8dee9 #aab4c6 #88c0d0',
    border: '#4c566a #5b667d',
    hover: '#434c5e #7b88a1',
    action: '#88c0d0 #a3be8c #d0878f #d8dee9 #272c36',
    brand: '#f4f6f9 #e5ebf2 #cfd9e6 #aec0d6 #86a0c1 #5e81ac #527097 #435c7c #354863 #2b384f',
    hues: '#81a1c1 #a3be8c #ebcb8b #bf616a #b48ead #8f9bb3',
    people:
      '#88c0d0 #bf616a #5e81ac #ebcb8b #b48ead #a3be8c #d08770 #7c7d46 #549d90 #e5a5ae #93688f #b8b1e8',
  }),
  // Tango, http://tango.freedesktop.org/Tango_Icon_Theme_Guidelines: aluminium for page and edges, the
  // middle tones for what acts.
  tango: palette({
    background: '#dcdfd9 #f7f7f6 #e4e6e1 #ffffff #ffffff',
    text: '#2e3436 #4a4d49 #61635f #3465a4',
    border: '#d3d7cf #babdb6',
    hover: '#e9ebe6 #888a85',
    action: '#3465a4 #4e9a06 #cc0000 #555753 #ffffff',
    brand: '#f1f4f9 #dfe6f0 #c2d1e4 #9ab2d2 #678cbb #3465a4 #2f5990 #284977 #213a5f #1c2f4c',
    hues: '#3465a4 #4e9a06 #f57900 #cc0000 #75507b #888a85',
    people:
      '#3465a4 #edd400 #ef2929 #4e9a06 #75507b #f57900 #729fcf #8f5902 #73d216 #a40000 #c4a000 #ad7fa8',
  }),
  // GitHub Light, https://primer.style/primitives/colors: borders and the emphasis colours of Primer on a page as
  // dark as its borders.
  'github-light': palette({
    background: '#dae0e7 #f6f8fa #e6eaef #ffffff #ffffff',
    text: '#1f2328 #424a53 #59636e #0969da',
    border: '#d1d9e0 #b7bfc8',
    hover: '#e6eaef #818b98',
    action: '#0969da #1a7f37 #cf222e #59636e #ffffff',
    brand: '#eef4fc #d8e7f9 #b5d2f4 #84b4ec #468ee3 #0969da #0a5cbe #0b4c9a #0d3c79 #0e305f',
    hues: '#0969da #1a7f37 #bf8700 #cf222e #8250df #818b98',
    people:
      '#0550ae #bf3989 #4ac26b #d4a72c #8250df #1b7c83 #a40e26 #c297ff #116329 #ff8182 #9a6700 #54aeff',
  }),
  // GitHub Dark, https://primer.style/primitives/colors: the inset canvas is the page, as on GitHub's own boards;
  // a muted step above it is the card.
  'github-dark': palette({
    background: '#010409 #0d1117 #0d1117 #212830 #212830',
    text: '#f0f6fc #c9d1d9 #9198a1 #4493f8',
    border: '#2f3742 #3d444d',
    hover: '#2a313c #656c76',
    action: '#4493f8 #3fb950 #f85149 #c9d1d9 #010409',
    brand: '#eff5fe #dbe8fc #bcd4f9 #8fb7f5 #5793f0 #1f6feb #1d61cc #1a50a6 #173f81 #153264',
    hues: '#4493f8 #3fb950 #d29922 #f85149 #ab7df8 #8b949e',
    people:
      '#1f6feb #db61a2 #238636 #e3b341 #8957e5 #39c5cf #da3633 #d2a8ff #56d364 #ff7b72 #9e6a03 #b3f0ff',
  }),
  // Monokai, https://monokai.pro/history: a page below the warm near-black of the editor; cyan acts, so that
  // lime is left to what went well.
  monokai: palette({
    background: '#161713 #1e1f1c #1e1f1c #34352f #34352f',
    text: '#f8f8f2 #d6d6cc #a59f85 #66d9ef',
    border: '#49483e #5b5a4c',
    hover: '#3e3d32 #75715e',
    action: '#66d9ef #a6e22e #f92672 #cfcfc2 #161713',
    brand: '#f0fcfe #dcf7fc #bdf0f9 #94e6f6 #66d9ef #45bfd8 #339fb6 #297e91 #226170 #1c4a55',
    hues: '#66d9ef #a6e22e #fd971f #f92672 #ae81ff #90896f',
    people:
      '#66d9ef #fd971f #a6e22e #ae81ff #e6db74 #f92672 #fd5ff0 #cc6633 #18a34e #0395c5 #eeaffd #ba69a0',
  }),
  // The pastels of the landing page, our own: lavender paper, white cards, and a periwinkle that acts.
  'landing-pastel': palette({
    background: '#e1dbf4 #f8f6fd #ebe7f8 #ffffff #ffffff',
    text: '#2f2c47 #4e4a68 #686383 #2a55d8',
    border: '#d6cfec #c0b8e0',
    hover: '#efebfb #958cbd',
    action: '#2f62ea #2b8f6d #c93a68 #56526e #ffffff',
    brand: brandBlue,
    hues: '#4f7fe8 #2fa07a #dd8b2b #d64573 #8b5cf6 #847fa0',
    people:
      '#4f7fe8 #e0803a #2fa07a #8b5cf6 #c79a1b #d64573 #46b0dd #c38ad0 #27780e #935105 #006b9f #814c8d',
  }),
};

/** Every theme with its colours, for the build and the tests; the browser needs only theme-list.ts. */
export const themes: readonly Theme[] = themeList.map((info) => ({
  ...info,
  ...palettes[info.id],
}));
