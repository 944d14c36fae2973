import { type Architecture, architectures, missingCalls, refusedCalls } from './architectures.js'
import {
  conclude,
  encode,
  field,
  type Instruction,
  ifAnyBit,
  ifAtLeast,
  ifEqual,
  load,
  unlessEqual,
  verdict,
} from './bpf.js'

export interface SystemCallFilterOptions {
  /** As Node.js names the processor: `process.arch`. */
  readonly processor: string
  /** Whether Unix sockets may be made. Pairs of them always may: most programs talk to their children that way. */
  readonly unixSockets: boolean
}

const notPermitted = conclude(verdict.fail(1))
const notImplemented = conclude(verdict.fail(38))
const noSuchFamily = conclude(verdict.fail(97))
const allowed = conclude(verdict.allow)

/** Every CLONE_NEW... flag. */
const newNamespaces = 0x7e020000
/** They type on a terminal for others, which then read it as if a person had. */
const typingRequests = [0x5412, 0x541c]
const unixFamily = 1
/** IPv4, IPv6 and netlink, which lists network interfaces. */
const networkFamilies = [2, 10, 16]

/**
 * The program that judges each system call of a sandboxed command, for the kernel to run; `undefined` for a processor
 * whose numbers are not known here.
 */
export function systemCallFilter({ processor, unixSockets }: SystemCallFilterOptions): Uint8Array | undefined {
  const architecture = architectures[processor]
  return architecture && encode(program(architecture, unixSockets))
}

function program({ id, aliasesFrom, numbers }: Architecture, unixSockets: boolean): Instruction[] {
  const known = (name: keyof typeof numbers, body: readonly Instruction[]) => {
    const number = numbers[name]
    return number === undefined ? [] : ifEqual(number, body)
  }
  return [
    load(field.architecture),
    // A program for another processor would call by other numbers.
    ...unlessEqual(id, [conclude(verdict.killProcess)]),
    load(field.number),
    ...(aliasesFrom === undefined ? [] : ifAtLeast(aliasesFrom, [notImplemented])),
    ...known('clone', [load(field.argument(0)), ...ifAnyBit(newNamespaces, [notPermitted]), allowed]),
    ...known('ioctl', [
      load(field.argument(1)),
      ...typingRequests.flatMap((request) => ifEqual(request, [notPermitted])),
      allowed,
    ]),
    ...known('socket', [
      load(field.argument(0)),
      ...ifEqual(unixFamily, [unixSockets ? allowed : notPermitted]),
      ...networkFamilies.flatMap((family) => ifEqual(family, [allowed])),
      noSuchFamily,
    ]),
    ...refusedCalls.flatMap((name) => known(name, [notPermitted])),
    ...missingCalls.flatMap((name) => known(name, [notImplemented])),
    allowed,
  ]
}
