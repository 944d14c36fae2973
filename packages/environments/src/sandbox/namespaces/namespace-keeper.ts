import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { EnvironmentError } from '@hermes/core'

/**
 * Keeps the namespaces shared by the commands of one environment. The commands see only each other's processes, and
 * background processes end together with the keeper. It ends with this process, even when this process is killed.
 */
export interface NamespaceKeeper extends AsyncDisposable {
  /** Folder in `/proc` whose entries are the namespaces. */
  readonly folder: string
  /** Path of the user namespace for commands, if it is nested in that of `folder`. */
  readonly commandUsers?: string
  /** Resolves when the keeper has ended, possibly killed by a command. */
  readonly ended: Promise<unknown>
  /** Returns whether processes of commands run in the namespaces. */
  isInhabited(): boolean
}

export interface NamespaceKeeperOptions {
  readonly program: string
  /** Whether to create a user namespace, too. */
  readonly ownUsers: boolean
  /** Whether to create another user namespace for commands, inside the one that owns the other namespaces. */
  readonly isNested: boolean
}

/** Folders that are just enough to run one small program, because commands can see them through `/proc/1/root`. */
const programFolders = ['/usr', '/bin', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store']

/** Creates namespaces. @throws {EnvironmentError} when they cannot be created, with the message of bubblewrap. */
export async function startNamespaceKeeper(options: NamespaceKeeperOptions): Promise<NamespaceKeeper> {
  const { program, ownUsers, isNested } = options
  const args = [
    ...['--die-with-parent', '--unshare-pid', '--unshare-net', '--unshare-ipc'],
    ...(ownUsers ? ['--unshare-user'] : []),
    ...['--cap-drop', 'ALL'],
    // Linux requires this right to map a user to root of the enclosing namespace.
    ...(isNested ? ['--uid', '0', '--gid', '0', '--cap-add', 'CAP_SETFCAP', '--proc', '/proc'] : []),
    ...programFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--remount-ro', '/', '--chdir', '/', '--info-fd', '3'],
    // Waits for the end of its input, which happens at the latest when this process ends.
    ...['--', ...(isNested ? asUser() : []), '/bin/sh', '-c', 'echo ready; exec cat'],
  ]
  const child = spawn(program, args, { cwd: '/', env: {}, detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
  const [, output, errors, info] = child.stdio
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const failed = failure(child, ended, errors)
  const ready = Promise.all([firstText(info), firstText(output)])
  const [facts] = await Promise.race([ready, failed])
  failed.catch(() => undefined)
  release(child)
  const id = processId(facts)
  const own = new Set(membersOf(id))
  return {
    isInhabited: () => membersOf(id).some((each) => !own.has(each)),
    folder: `/proc/${id}/ns`,
    ...(isNested && { commandUsers: `/proc/${childOf(id)}/ns/user` }),
    ended,
    async [Symbol.asyncDispose]() {
      child.ref()
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Rejects when the process ends or cannot be started. */
async function failure(
  child: ChildProcess,
  ended: Promise<unknown>,
  errors: ChildProcess['stdio'][number] | undefined,
): Promise<never> {
  const said = errors instanceof Readable ? text(errors) : Promise.resolve('')
  await Promise.race([ended, once(child, 'error').then(([error]) => Promise.reject(error))])
  throw new EnvironmentError(`The sandbox could not be set up: ${(await said).trim()}`)
}

function firstText(stream: ChildProcess['stdio'][number] | undefined): Promise<string> {
  return new Promise((resolve) => {
    if (stream instanceof Readable) stream.once('data', (data) => resolve(String(data)))
  })
}

/** Prevents the child from keeping this process running. */
function release(child: ChildProcess): void {
  child.unref()
  for (const stream of child.stdio) {
    if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
}

/** Returns a command line that creates a user namespace with only this user. */
function asUser(): readonly string[] {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  return ['unshare', '--user', `--map-user=${user}`, `--map-group=${group}`]
}

/** Returns the processes in the PID namespace of a process. */
function membersOf(id: number): readonly string[] {
  const space = namespaceOf(String(id))
  if (space === undefined) return []
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && namespaceOf(name) === space)
}

function namespaceOf(id: string): string | undefined {
  try {
    return readlinkSync(`/proc/${id}/ns/pid`)
  } catch {
    // The process has ended, or belongs to another user.
    return undefined
  }
}

/** Returns the only child of the first process in a PID namespace, which is the shell. */
function childOf(id: number): number {
  const [child] = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ')
  return Number(child)
}

function processId(facts: string): number {
  const id = /"child-pid":\s*(\d+)/.exec(facts)?.[1]
  if (id === undefined)
    throw new EnvironmentError('bubblewrap did not report the process id of the sandbox: update bubblewrap.')
  return Number(id)
}
