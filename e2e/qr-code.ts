// Decodes the page's QR code.
import type { Locator } from '@playwright/test';
import jsqr from 'jsqr';

/** The text of the QR code in this element; null if unreadable. */
export async function readQrCode(part: Locator): Promise<string | null> {
  const { pixels, size } = await part.locator('svg[role=img]').evaluate(async (svg) => {
    const side = 400;
    const copy = svg.cloneNode(true);
    if (!(copy instanceof SVGElement)) throw new Error('no drawing');
    copy.setAttribute('width', String(side));
    copy.setAttribute('height', String(side));
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
    await image.decode();
    const canvas = new OffscreenCanvas(side, side).getContext('2d');
    if (!canvas) throw new Error('nothing to draw on');
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, side, side);
    // As one text: the runner takes seconds for half a million numbers.
    return { pixels: Array.from(data, (value) => (value > 127 ? 'f' : '0')).join(''), size: side };
  });
  const data = Uint8ClampedArray.from(pixels, (value) => (value === 'f' ? 255 : 0));
  return jsqr.default(data, size, size)?.data ?? null;
}
