import { expect, test } from 'vitest'
import { architectures, modeCalls, refusedCalls } from './architectures.js'
import { systemCallFilter } from './system-call-filter.js'

/** Interprets a filter like the kernel, for the instructions in use. */
function judge(filter: Uint8Array, call: { architecture: number; number: number; args?: readonly number[] }): number {
  const program = Buffer.from(filter)
  let loaded = 0
  for (let at = 0; at < program.length; at += 8) {
    const value = program.readUInt32LE(at + 4)
    const jump = (isTrue: boolean) => {
      at += 8 * program.readUInt8(at + (isTrue ? 2 : 3))
    }
    switch (program.readUInt16LE(at)) {
      case 0x20:
        loaded = value === 0 ? call.number : value === 4 ? call.architecture : (call.args?.[(value - 16) / 8] ?? 0)
        break
      case 0x15:
        jump(loaded === value)
        break
      case 0x35:
        jump(loaded >= value)
        break
      case 0x45:
        jump((loaded & value) !== 0)
        break
      case 0x06:
        return value
    }
  }
  throw new Error('The program has no end.')
}

const allow = 0x7fff0000
const refuse = 0x00050001

test.each(Object.entries(architectures))('%s: filters each call by its number', (processor, architecture) => {
  const { id, numbers } = architecture
  const filter = systemCallFilter({ processor, unixSockets: true, setId: true }) ?? new Uint8Array()
  const verdict = (number = -1, ...args: readonly number[]) => judge(filter, { architecture: id, number, args })
  for (const name of refusedCalls) {
    if (numbers[name] !== undefined)
      expect({ name, verdict: verdict(numbers[name]) }).toEqual({ name, verdict: refuse })
  }
  expect(verdict(numbers.clone, 0x0120_0011)).toBe(allow)
  expect(verdict(numbers.clone, 0x1000_0011)).toBe(refuse)
  expect(verdict(numbers.ioctl, 0, 0x5401)).toBe(allow)
  expect(verdict(numbers.ioctl, 0, 0x5412)).toBe(refuse)
  expect(verdict(numbers.socket, 2)).toBe(allow)
  expect(verdict(numbers.socket, 40)).not.toBe(allow)
  expect(verdict(0)).toBe(allow)
  expect(judge(filter, { architecture: 0x40000003, number: 0 })).toBe(0x80000000)
})

test('allows Unix sockets only when requested', () => {
  const { id = 0, numbers } = architectures.x64 ?? {}
  const call = { architecture: id, number: numbers?.socket ?? -1, args: [1] }
  const judged = [true, false].map((unixSockets) =>
    judge(systemCallFilter({ processor: 'x64', unixSockets, setId: true }) ?? new Uint8Array(), call),
  )
  expect(judged).toEqual([allow, refuse])
})

test.each(Object.entries(architectures))('%s: prevents set-id bits of files', (processor, { id, numbers }) => {
  const judged = (setId: boolean) => {
    const filter = systemCallFilter({ processor, unixSockets: true, setId }) ?? new Uint8Array()
    return (number: number | undefined, ...args: readonly number[]) =>
      number === undefined ? undefined : judge(filter, { architecture: id, number, args })
  }
  const [free, held] = [judged(true), judged(false)]
  for (const { name, mode } of modeCalls) {
    for (const bits of [0o4755, 0o2755, 0o104755]) {
      const args = Array.from({ length: mode + 1 }, (_, index) => (index === mode ? bits : 0))
      if (numbers[name] === undefined) continue
      expect({ name, free: free(numbers[name], ...args) }).toEqual({ name, free: allow })
      expect({ name, held: held(numbers[name], ...args) }).toEqual({ name, held: refuse })
    }
    expect(held(numbers[name], 0o755, 0o1777, 0o1777) ?? allow).toBe(allow)
  }
  const made = 0x241
  expect(held(numbers.openat, 0, 0, made, 0o4755)).toBe(refuse)
  expect(held(numbers.openat, 0, 0, 0x410002, 0o4755)).toBe(refuse)
  expect(held(numbers.openat, 0, 0, made, 0o644)).toBe(allow)
  // Without creating a file, the mode argument is undefined.
  expect(held(numbers.openat, 0, 0, 0, 0xffff)).toBe(allow)
  expect(held(numbers.open, 0, made, 0o4755) ?? refuse).toBe(refuse)
  expect(held(numbers.openat2, 0, 0, 0, 0)).toBe(0x00050026)
})

test('returns no filter for an unsupported processor', () => {
  expect(systemCallFilter({ processor: 'riscv64', unixSockets: true, setId: true })).toBeUndefined()
})
