// Browser translation replaces text nodes by <font> elements. React would then update detached nodes, or fail to remove them.

/** Maps a text node of React to the <font> that replaced it. */
const fonts = new WeakMap<Node, HTMLElement>();
/** The text nodes that a <font> replaced: a translated sentence may span several. */
const heldTexts = new WeakMap<HTMLElement, readonly Text[]>();
/** Text nodes that React removed. A <font> beside one does not replace it. */
const removedByOwner = new WeakSet<Node>();

function isFont(node: Node | null): node is HTMLElement {
  return node?.nodeName === 'FONT';
}

/** Shows the original texts again; the translator notices and translates them anew. */
function restoreTexts(font: HTMLElement | undefined): void {
  if (font) font.replaceWith(...(heldTexts.get(font) ?? []));
}

/** Call once. Texts translated earlier are not tracked. */
export function followTranslatedNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) {
      removedByOwner.add(child);
      return removeChild.call<Node, [Child], Child>(this, child);
    }
    restoreTexts(fonts.get(child));
    child.parentNode?.removeChild(child);
    return child;
  };
  Node.prototype.insertBefore = function <New extends Node>(
    this: Node,
    node: New,
    before: Node | null,
  ): New {
    restoreTexts(fonts.get(node));
    if (before && before.parentNode !== this) {
      const shown = fonts.get(before) ?? before;
      before = [...this.childNodes].find((each) => each.contains(shown)) ?? null;
    }
    return insertBefore.call<Node, [New, Node | null], New>(this, node, before);
  };

  const observer = new MutationObserver((changes) => {
    for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of changes) {
      if (!target.isConnected) restoreTexts(fonts.get(target));
      for (const node of removedNodes) {
        const beside = [...addedNodes, previousSibling, nextSibling].filter(isFont);
        // Two adjacent texts mostly have a <font> each.
        const font = beside.find((each) => !heldTexts.has(each)) ?? beside[0];
        if (!font || !(node instanceof Text) || removedByOwner.has(node)) continue;
        fonts.set(node, font);
        heldTexts.set(font, [...(heldTexts.get(font) ?? []), node]);
        observer.observe(node, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
}
