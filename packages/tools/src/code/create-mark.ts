import { randomBytes } from 'node:crypto'

const randomLength = 15

/**
 * The random marker in front of a kernel's messages. It starts with a byte that UTF-8 never contains: the reader holds
 * back bytes that may be the start of a marker, and must not hold back the line break of a program that prints nothing
 * more.
 */
export function createMark(): Buffer {
  return Buffer.concat([Buffer.of(0xff), randomBytes(randomLength)])
}
