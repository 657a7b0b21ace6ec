// The README's animation: one page of a real retro, recorded if UPDATE_README=1. Chromium takes a still image of each frame;
// this file assembles them.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';

const isFilmed = Boolean(process.env['E2E_PICTURES'] && process.env['UPDATE_README']);
const size = { width: 1120, height: 700 };
const quality = 0.72;
const revealMs = 3400;

interface Frame {
  png: Buffer;
  ms: number;
}
const frames: Frame[] = [];

/** Records the unchanged page for a duration. */
export async function filmStill(page: Page, ms: number): Promise<void> {
  if (!isFilmed) return;
  await page.mouse.move(720, 899);
  frames.push({ png: await page.screenshot({ animations: 'disabled' }), ms });
}

/** Records an animation as fast as screenshots can be taken. */
export async function filmReveal(page: Page, act: () => Promise<void>): Promise<void> {
  if (!isFilmed) return act();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await act();
  const end = Date.now() + revealMs;
  while (Date.now() < end) {
    const start = Date.now();
    const png = await page.screenshot();
    frames.push({ png, ms: Date.now() - start });
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

/** Writes the recording. */
export async function saveFilm(page: Page): Promise<void> {
  if (!isFilmed) return;
  const parts: Buffer[] = [];
  for (const { png, ms } of frames) parts.push(frameOf(await webpOf(page, png), ms));
  const path = fileURLToPath(new URL('../docs/retro.webp', import.meta.url));
  writeFileSync(path, film(parts));
}

async function webpOf(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ({ data, width, height, quality }) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d', { alpha: false });
      if (!context) throw new Error('nothing to draw on');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, width, height);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    { data: png.toString('base64'), ...size, quality },
  );
  return Buffer.from(encoded);
}

/** A 24-bit number. */
function three(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

const extent = Buffer.concat([three(size.width - 1), three(size.height - 1)]);

/** The image data of a still WebP, after its 12-byte header. */
function pixelsOf(webp: Buffer): Buffer {
  let at = 12;
  while (at < webp.length) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at, end);
    at = end;
  }
  throw new Error('Chromium has made no lossy WebP');
}

function frameOf(webp: Buffer, ms: number): Buffer {
  const noBlending = Buffer.from([2]);
  const place = Buffer.concat([three(0), three(0), extent, three(ms), noBlending]);
  return chunk('ANMF', Buffer.concat([place, pixelsOf(webp)]));
}

/** An animated WebP that loops. */
function film(parts: readonly Buffer[]): Buffer {
  const isAnimated = Buffer.from([2, 0, 0, 0]);
  const head = chunk('VP8X', Buffer.concat([isAnimated, extent]));
  const again = chunk('ANIM', Buffer.alloc(6));
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), head, again, ...parts]);
  return chunk('RIFF', body);
}
