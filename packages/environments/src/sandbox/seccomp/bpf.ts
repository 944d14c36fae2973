/** BPF instruction: its code, its jump offsets, and its constant. */
export interface Instruction {
  readonly code: number
  readonly whenTrue: number
  readonly whenFalse: number
  readonly value: number
}

/** Offsets in the kernel's system call data. Loads are 32 bits wide; for arguments, they read the lower half. */
export const field = {
  number: 0,
  architecture: 4,
  argument: (index: number) => 16 + 8 * index,
} as const

const errno = 0x00050000

/** Return values of the filter. */
export const verdict = {
  allow: 0x7fff0000,
  killProcess: 0x80000000,
  fail: (code: number) => errno | code,
} as const

export function load(offset: number): Instruction {
  return { code: 0x20, whenTrue: 0, whenFalse: 0, value: offset }
}

export function conclude(value: number): Instruction {
  return { code: 0x06, whenTrue: 0, whenFalse: 0, value }
}

/** Skips `body` unless the loaded value equals `value`. */
export function ifEqual(value: number, body: readonly Instruction[]): Instruction[] {
  return [{ code: 0x15, whenTrue: 0, whenFalse: body.length, value }, ...body]
}

/** Skips `body` if the loaded value equals `value`. */
export function unlessEqual(value: number, body: readonly Instruction[]): Instruction[] {
  return [{ code: 0x15, whenTrue: body.length, whenFalse: 0, value }, ...body]
}

/** Skips `body` unless the loaded value is at least `value`. */
export function ifAtLeast(value: number, body: readonly Instruction[]): Instruction[] {
  return [{ code: 0x35, whenTrue: 0, whenFalse: body.length, value }, ...body]
}

/** Skips `body` unless the loaded value has one of the bits. */
export function ifAnyBit(bits: number, body: readonly Instruction[]): Instruction[] {
  return [{ code: 0x45, whenTrue: 0, whenFalse: body.length, value: bits }, ...body]
}

/** Encodes a program for little-endian machines. */
export function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8)
  program.forEach(({ code, whenTrue, whenFalse, value }, index) => {
    const at = index * 8
    bytes.writeUInt16LE(code, at)
    bytes.writeUInt8(whenTrue, at + 2)
    bytes.writeUInt8(whenFalse, at + 3)
    bytes.writeUInt32LE(value >>> 0, at + 4)
  })
  return bytes
}
