import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { EnvironmentError } from '@hermes/core'

/**
 * Holds the namespaces that the commands of one environment share: they see each other's processes and nobody else's, and
 * whatever they left in the background ends with it. It ends itself when this process does, also by SIGKILL.
 */
export interface NamespaceKeeper extends AsyncDisposable {
  /** The folder of `/proc` whose entries are the namespaces. */
  readonly folder: string
  /** Resolves when it has ended, by itself or by a command that killed it. */
  readonly ended: Promise<unknown>
}

export interface NamespaceKeeperOptions {
  readonly program: string
  /** Whether users get a namespace of their own, too. */
  readonly ownUsers: boolean
}

/** Enough of the system to run one small program, and nothing else: commands can see this through `/proc/1/root`. */
const programFolders = ['/usr', '/bin', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store']

/** @throws {EnvironmentError} when namespaces cannot be made; its message ends with what bubblewrap said. */
export async function startNamespaceKeeper({ program, ownUsers }: NamespaceKeeperOptions): Promise<NamespaceKeeper> {
  const args = [
    ...['--die-with-parent', '--unshare-pid', '--unshare-net', '--unshare-ipc'],
    ...(ownUsers ? ['--unshare-user'] : []),
    ...['--cap-drop', 'ALL'],
    ...programFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--remount-ro', '/', '--chdir', '/', '--info-fd', '3'],
    // Waits for the end of its input, which comes with the end of this process at the latest.
    ...['--', '/bin/sh', '-c', 'echo ready; exec cat'],
  ]
  const child = spawn(program, args, { cwd: '/', env: {}, detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
  const [, output, errors, info] = child.stdio
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const failed = failure(child, ended, errors)
  const ready = Promise.all([firstText(info), firstText(output)])
  const [facts] = await Promise.race([ready, failed])
  failed.catch(() => undefined)
  release(child)
  return {
    folder: `/proc/${processId(facts)}/ns`,
    ended,
    async [Symbol.asyncDispose]() {
      child.ref()
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Rejects when the process ends. */
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

/** It must not keep this process running. */
function release(child: ChildProcess): void {
  child.unref()
  for (const stream of child.stdio) {
    if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
}

function processId(facts: string): number {
  const id = /"child-pid":\s*(\d+)/.exec(facts)?.[1]
  if (id === undefined) throw new EnvironmentError('The sandbox did not say which process it is: update bubblewrap.')
  return Number(id)
}
