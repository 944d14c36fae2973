import { type Architecture, architectures, missingCalls, modeCalls, openCalls, refusedCalls } from './architectures.js'
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
  /**
   * Whether a file may be given the right to run as its owner or its group. What root leaves with it makes a root of every user of the machine.
   */
  readonly setId: boolean
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

/** Of a mode: as the owner, and as the group. */
const setIdBits = 0o6000
/** Of the flags: a file is made if it is missing, or without a name. */
const makesFile = 0x40 | 0x400000

/**
 * The program that judges each system call of a sandboxed command, for the kernel to run; `undefined` for a processor
 * whose numbers are not known here.
 */
export function systemCallFilter(options: SystemCallFilterOptions): Uint8Array | undefined {
  const architecture = architectures[options.processor]
  return architecture && encode(program(architecture, options))
}

function program(
  { id, aliasesFrom, numbers }: Architecture,
  { unixSockets, setId }: SystemCallFilterOptions,
): Instruction[] {
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
    ...(setId ? [] : withoutSetId(known)),
    ...refusedCalls.flatMap((name) => known(name, [notPermitted])),
    ...missingCalls.flatMap((name) => known(name, [notImplemented])),
    allowed,
  ]
}

type Known = (name: keyof Architecture['numbers'], body: readonly Instruction[]) => Instruction[]

function withoutSetId(known: Known): Instruction[] {
  const judged = (mode: number) => [load(field.argument(mode)), ...ifAnyBit(setIdBits, [notPermitted])]
  return [
    ...modeCalls.flatMap(({ name, mode }) => known(name, [...judged(mode), allowed])),
    ...openCalls.flatMap(({ name, flags, mode }) =>
      known(name, [load(field.argument(flags)), ...ifAnyBit(makesFile, judged(mode)), allowed]),
    ),
    // It hands its mode over in memory, where a filter cannot look.
    ...known('openat2', [notImplemented]),
  ]
}
