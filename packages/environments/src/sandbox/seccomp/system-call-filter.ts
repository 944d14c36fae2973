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
  /** Node.js name of the processor, as in `process.arch`. */
  readonly processor: string
  /**
   * Whether Unix sockets may be created. Socket pairs are always allowed, because many programs use them to talk to
   * child processes.
   */
  readonly unixSockets: boolean
  /**
   * Whether files may receive set-user-ID and set-group-ID bits. Such a file of root would give every user root
   * permissions.
   */
  readonly setId: boolean
}

const notPermitted = conclude(verdict.fail(1))
const notImplemented = conclude(verdict.fail(38))
const noSuchFamily = conclude(verdict.fail(97))
const allowed = conclude(verdict.allow)

/** All CLONE_NEW... flags. */
const newNamespaces = 0x7e020000
/** Requests that insert input into a terminal, as if a person had typed it. */
const typingRequests = [0x5412, 0x541c]
const unixFamily = 1
/** IPv4, IPv6 and netlink, which lists network interfaces. */
const networkFamilies = [2, 10, 16]

/** Set-user-ID and set-group-ID bits of a mode. */
const setIdBits = 0o6000
/** Flags that create a missing or unnamed file. */
const creationFlags = 0x40 | 0x400000

/** Returns the BPF program that filters each system call of a sandboxed command, or `undefined` for an unsupported processor. */
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
    // A program for another architecture would use other numbers.
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
      known(name, [load(field.argument(flags)), ...ifAnyBit(creationFlags, judged(mode)), allowed]),
    ),
    // `openat2` passes its mode in memory, which a filter cannot read.
    ...known('openat2', [notImplemented]),
  ]
}
