import { randomBytes } from 'node:crypto'

const randomLength = 15

/**
 * Creates the random marker that precedes a kernel's messages. It starts with a byte that never occurs in UTF-8. The
 * reader holds back bytes that may be the start of a marker, so an ordinary first byte could delay the final line break
 * of a program.
 */
export function createMark(): Buffer {
  return Buffer.concat([Buffer.of(0xff), randomBytes(randomLength)])
}
