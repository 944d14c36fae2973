import { expect, test } from 'vitest'
import { architectures, refusedCalls } from './architectures.js'
import { systemCallFilter } from './system-call-filter.js'

/** What the kernel would do, for the few instructions that there are. */
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

test.each(Object.entries(architectures))('%s: each call is judged by its number there', (processor, architecture) => {
  const { id, numbers } = architecture
  const filter = systemCallFilter({ processor, unixSockets: true }) ?? new Uint8Array()
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

test('Unix sockets are made only where they may be', () => {
  const { id = 0, numbers } = architectures.x64 ?? {}
  const call = { architecture: id, number: numbers?.socket ?? -1, args: [1] }
  const judged = [true, false].map((unixSockets) =>
    judge(systemCallFilter({ processor: 'x64', unixSockets }) ?? new Uint8Array(), call),
  )
  expect(judged).toEqual([allow, refuse])
})

test('a processor whose numbers are not known has no filter', () => {
  expect(systemCallFilter({ processor: 'riscv64', unixSockets: true })).toBeUndefined()
})
