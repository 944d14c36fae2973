/** One instruction of the kernel's packet filter machine: what it does, how far it jumps, and its number. */
export interface Instruction {
  readonly code: number
  readonly whenTrue: number
  readonly whenFalse: number
  readonly value: number
}

/** Where the kernel puts what it knows of a system call; 32 bits are read at a time, of arguments the lower ones. */
export const field = {
  number: 0,
  architecture: 4,
  argument: (index: number) => 16 + 8 * index,
} as const

const errno = 0x00050000

/** What becomes of a system call. */
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

/** Skips `body` unless what was loaded equals `value`. */
export function ifEqual(value: number, body: readonly Instruction[]): Instruction[] {
  return [{ code: 0x15, whenTrue: 0, whenFalse: body.length, value }, ...body]
}

/** Skips `body` if what was loaded equals `value`. */
export function unlessEqual(value: number, body: readonly Instruction[]): Instruction[] {
  return [{ code: 0x15, whenTrue: body.length, whenFalse: 0, value }, ...body]
}

/** Skips `body` unless what was loaded is at least `value`. */
export function ifAtLeast(value: number, body: readonly Instruction[]): Instruction[] {
  return [{ code: 0x35, whenTrue: 0, whenFalse: body.length, value }, ...body]
}

/** Skips `body` unless what was loaded has one of the bits. */
export function ifAnyBit(bits: number, body: readonly Instruction[]): Instruction[] {
  return [{ code: 0x45, whenTrue: 0, whenFalse: body.length, value: bits }, ...body]
}

/** The program as the kernel reads it, on machines that put the low byte first. */
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
