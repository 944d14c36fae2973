import { spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describeError, HermesError } from '@hermes/core'

/**
 * Runs git on a repository without a work tree. Git stores trees and refs but never reads files of the project, so
 * attributes, filters, hooks and settings of the project cannot make it execute anything.
 */
export interface ObjectStore {
  /** Path of the repository. */
  readonly folder: string
  /** Runs git and returns standard output. @throws {HermesError} `checkpoints/git` with the message of the failed command. */
  run(args: readonly string[], options?: RunOptions): Promise<string>
  /** Like {@link ObjectStore.run}, but returns bytes. */
  read(args: readonly string[], options?: RunOptions): Promise<Buffer>
}

export interface RunOptions {
  /** Standard input. */
  readonly input?: string
  readonly signal?: AbortSignal
  /** Path of an index file for this command only. */
  readonly indexFile?: string
  /** Maximum output in bytes. The command fails when it prints more. Default: 64 million. */
  readonly maxOutput?: number
}

export interface ObjectStoreOptions {
  /** Folder of the repository. Created when missing. */
  readonly folder: string
  /** Absolute path of `git`. */
  readonly program: string
}

const mostOutput = 64_000_000

/** Settings that override those of the repository. */
const settings = [
  'core.bare=true',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.attributesFile=/dev/null',
  'core.pager=cat',
  'core.quotePath=false',
  // Allows names that are problematic only on other systems.
  'core.protectHFS=false',
  'core.protectNTFS=false',
  'commit.gpgSign=false',
  'protocol.allow=never',
  'maintenance.auto=false',
  'gc.auto=0',
].flatMap((setting) => ['-c', setting])

/** @throws {HermesError} `checkpoints/git` when git is missing or the repository cannot be created. */
export async function openObjectStore({ folder, program }: ObjectStoreOptions): Promise<ObjectStore> {
  const variables = {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    LC_ALL: 'C',
    GIT_DIR: folder,
    GIT_IMPLICIT_WORK_TREE: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_AUTHOR_NAME: 'Hermes',
    GIT_AUTHOR_EMAIL: 'hermes@localhost',
    GIT_COMMITTER_NAME: 'Hermes',
    GIT_COMMITTER_EMAIL: 'hermes@localhost',
  }
  const read: ObjectStore['read'] = (args, options = {}) => {
    const { indexFile } = options
    const env = indexFile === undefined ? variables : { ...variables, GIT_INDEX_FILE: indexFile }
    return git({ program, args: [...settings, ...args], variables: env, folder }, options)
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await read(['init', '-q', '--template=', '--object-format=sha1'])
  // Written by an earlier release. They have no use without a work tree.
  for (const name of ['info/attributes', 'info/exclude', 'hooks'])
    await rm(join(folder, name), { recursive: true, force: true })
  return { folder, read, run: async (args, options) => (await read(args, options)).toString('utf8') }
}

interface GitCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  readonly folder: string
}

function git(
  { program, args, variables, folder }: GitCommand,
  { input = '', signal, maxOutput = mostOutput }: RunOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env: variables, ...(signal && { signal }) })
    const output: Buffer[] = []
    let length = 0
    let complaint = ''
    child.stdout.on('data', (data: Buffer) => {
      output.push(data)
      length += data.length
      if (length > maxOutput) child.kill()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2_000)
    })
    // A command that fails early does not read its input.
    child.stdin.on('error', () => child.stdin.destroy())
    child.stdin.end(input)
    child.on('error', (error) => reject(failure(`git could not be run: ${describeError(error)}`, error)))
    child.on('close', (code) => {
      if (length > maxOutput) reject(failure('git printed too much output'))
      else if (code === 0) resolve(Buffer.concat(output))
      else reject(failure(`git ${nameOf(args)} failed: ${complaint.trim()}`))
    })
  })
}

function nameOf(args: readonly string[]): string {
  return args.find((arg) => /^[a-z]/.test(arg) && !arg.includes('=')) ?? ''
}

function failure(message: string, cause?: unknown): HermesError {
  return new HermesError('checkpoints/git', `${message}.`, { cause })
}
