// Translated pages have <font> elements in place of text nodes, which React would change unseen, or fail to remove.

/** The element in the place of a text node that React holds. */
const standIns = new WeakMap<Node, HTMLElement>();

function isFont(node: Node | null): node is HTMLElement {
  return node?.nodeName === 'FONT';
}

/** Call it once. What was translated before stays as it is until it goes. */
export function followTranslatedNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call<Node, [Child], Child>(this, child);
    const shown: Node = standIns.get(child) ?? child;
    shown.parentNode?.removeChild(shown);
    return child;
  };
  Node.prototype.insertBefore = function <New extends Node>(
    this: Node,
    node: New,
    before: Node | null,
  ): New {
    standIns.get(node)?.remove();
    if (before && before.parentNode !== this) {
      const shown = standIns.get(before) ?? before;
      before = [...this.childNodes].find((each) => each.contains(shown)) ?? null;
    }
    return insertBefore.call<Node, [New, Node | null], New>(this, node, before);
  };

  const observer = new MutationObserver((changes) => {
    for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of changes) {
      // A changed fact comes back into view; the translator finds it there and translates it anew.
      if (!target.isConnected) standIns.get(target)?.replaceWith(target);
      for (const node of removedNodes) {
        const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
        if (!font || !(node instanceof Text)) continue;
        standIns.set(node, font);
        observer.observe(node, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
}
