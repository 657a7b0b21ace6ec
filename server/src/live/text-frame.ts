// A text message as a whole WebSocket frame (RFC 6455, 5.2): what goes to a thousand sockets is framed once, and each
// takes one write without a buffer of its own.

/** The opcode of a text message, in its only fragment. */
const finalText = 0x81;
const longestShort = 125;
const longestMedium = 0xffff;

/** Frames of a server are not masked. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = length <= longestShort ? 2 : length <= longestMedium ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = finalText;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, header);
  return frame;
}
