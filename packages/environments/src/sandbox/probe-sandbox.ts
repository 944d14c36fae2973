import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { english } from '@hermes/safety/language'
import type { LaunchableCommand } from '../local/command-wrapper.js'
import { type BubblewrapOptions, createBubblewrap, type Sandbox } from './bubblewrap.js'
import { findProgram } from './find-program.js'
import type { SandboxHolder } from './sandbox-names.js'
import { canFilter, createUnshare, missingPrograms } from './unshare.js'

/** Status of sandboxing on this machine. */
export type SandboxStatus =
  | {
      readonly status: 'available'
      /**
       * Program that sandboxes commands. `unshare` is part of util-linux and available on nearly every Linux. It is used
       * when bubblewrap is missing or does not work.
       */
      readonly by: 'bubblewrap' | 'unshare'
      readonly program: string
      /** Clause about what this sandbox lacks. Absent when it lacks nothing. */
      readonly lack?: string
    }
  | {
      readonly status: 'unavailable'
      /** Reason, as a clause such as "bubblewrap is not installed". */
      readonly reason: string
      /** Sentence that says what to do. Absent when nothing can be done. */
      readonly remedy?: string
      /** Set when the system forbids sandboxing, as is usual in containers, so that installing a program would not help. */
      readonly isForbidden?: true
    }

type Unavailable = Extract<SandboxStatus, { readonly status: 'unavailable' }>

export interface ProbeOptions {
  /** Node.js platform name. Default: the current platform. */
  readonly platform?: NodeJS.Platform
  /** Path of bubblewrap. Default: `bwrap` from the standard locations. */
  readonly program?: string
  /** Sandbox programs to try, in order. Default: both. */
  readonly holders?: readonly SandboxHolder[]
}

/** Timeout of the probe, long enough for a busy machine. */
const timeoutMs = 10_000

/**
 * Checks whether commands can be sandboxed, by running an empty command. When no program works, reports what the system
 * forbids, or else why the first program failed.
 */
export async function probeSandbox(options: ProbeOptions = {}): Promise<SandboxStatus> {
  const { platform = process.platform, program, holders = ['bubblewrap', 'unshare'] } = options
  if (platform !== 'linux') return { status: 'unavailable', reason: english`sandboxing is supported only on Linux` }
  const failed: Unavailable[] = []
  for (const holder of holders) {
    const probed = holder === 'bubblewrap' ? await probeBubblewrap(program) : await probeUnshare()
    if (probed.status === 'available') return probed
    failed.push(probed)
  }
  const [first = { status: 'unavailable', reason: 'nothing was tried' }] = failed
  return failed.find(({ isForbidden }) => isForbidden) ?? first
}

async function probeBubblewrap(program = findProgram('bwrap')): Promise<SandboxStatus> {
  if (program === undefined) {
    return {
      status: 'unavailable',
      reason: english`bubblewrap is not installed`,
      remedy: english`Install it: apt install bubblewrap, dnf install bubblewrap, or pacman -S bubblewrap.`,
    }
  }
  const problem = await attempt((options) => createBubblewrap({ ...options, program }))
  return problem === undefined
    ? { status: 'available', by: 'bubblewrap', program }
    : { status: 'unavailable', ...explain(problem) }
}

async function probeUnshare(): Promise<SandboxStatus> {
  const program = findProgram('unshare')
  const missing = missingPrograms()
  if (program === undefined || missing.length > 0) {
    return { status: 'unavailable', reason: english`${missing.join(', ')} of util-linux is not installed` }
  }
  const problem = await attempt(createUnshare)
  if (problem !== undefined) return { status: 'unavailable', ...explain(problem) }
  const lack = canFilter() ? {} : { lack: english`system calls are not filtered, because Perl is not installed` }
  return { status: 'available', by: 'unshare', program, ...lack }
}

type Create = (options: Pick<BubblewrapOptions, 'policy' | 'stateFolder'>) => Sandbox

/** Runs an empty command in a sandbox. Returns the error message of the system, or `undefined` for success. */
async function attempt(create: Create): Promise<string | undefined> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'hermes-probe-'))
  const policy = { workspaces: [], network: 'none' } as const
  await using sandbox = create({ policy, stateFolder })
  try {
    const command = { argv: ['/bin/sh', '-c', 'exit 0'], workingDirectory: '/', variables: {} }
    return await run(await sandbox.wrap(command))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await rm(stateFolder, { recursive: true, force: true })
  }
}

function run({ argv: [program = '', ...args], variables }: LaunchableCommand): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: '/', timeout: timeoutMs, env: variables }, (error, _, stderr) =>
      resolve(error ? stderr.trim() || error.message : undefined),
    )
  })
}

interface Cause extends Required<Pick<Unavailable, 'reason' | 'remedy'>>, Pick<Unavailable, 'isForbidden'> {
  readonly pattern: RegExp
}

const causes: readonly Cause[] = [
  {
    pattern:
      /uid map|Creating new namespace failed|new namespace: (?:Operation not|Permission)|unshare failed|RTM_NEWADDR|unprivileged/i,
    reason: english`this system does not allow programs to create namespaces`,
    remedy: english`On Ubuntu, allow it with an AppArmor profile for bwrap (or sysctl kernel.apparmor_restrict_unprivileged_userns=0); elsewhere with sysctl kernel.unprivileged_userns_clone=1. In a container, use the container as the sandbox.`,
    isForbidden: true,
  },
  {
    pattern: /mount proc|pivot_root|Failed to make|mount/i,
    reason: english`this system does not allow mounts in namespaces, as usual in containers`,
    remedy: english`Use the container as the sandbox, and set terminal.sandbox to off.`,
    isForbidden: true,
  },
  {
    pattern: /Unknown option|setuid|which process it is/i,
    reason: english`the installed bubblewrap is too old, or installed setuid`,
    remedy: english`Install bubblewrap 0.5 or newer, without the setuid bit.`,
  },
  {
    pattern: /default-signal|\/usr\/bin\/env/i,
    reason: english`the program env is not that of GNU coreutils 8.31 or newer`,
    remedy: english`Install coreutils.`,
  },
]

function explain(said: string): Omit<Unavailable, 'status'> {
  const problem = onOneLine(said)
  const cause = causes.find(({ pattern }) => pattern.test(problem))
  if (!cause) return { reason: english`the sandbox could not run a command (${problem})` }
  const { pattern: _, reason, ...others } = cause
  return { ...others, reason: `${reason} (${problem})` }
}

/** Programs explain themselves in several lines, and `mount` points to the log of the kernel, where nothing stands about a sandbox. */
function onOneLine(said: string): string {
  const lines = said
    .replace(/^The sandbox could not be set up: /, '')
    .split('\n')
    .map((line) => line.trim().replace(/\.$/, ''))
  return lines.filter((line) => line !== '' && !line.startsWith('dmesg(1)')).join('; ')
}
