import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeError, HermesError } from '@hermes/core'

/** Git on a repository beside the workspace: the user's own repository, its settings and its hooks are not touched. */
export interface ShadowGit {
  /** What the command printed. @throws {HermesError} `checkpoints/git` with what it said when it failed. */
  run(args: readonly string[], options?: RunOptions): Promise<string>
}

export interface RunOptions {
  /** Standard input. */
  readonly input?: string
  /** Exit codes that are no failure. Default: 0. */
  readonly codes?: readonly number[]
  readonly signal?: AbortSignal
  /** The command is ended once it has printed more than this many characters, which is a failure. Default 64 million. */
  readonly maxOutput?: number
}

export interface ShadowGitOptions {
  /** The repository; made when it is missing. */
  readonly store: string
  readonly workspace: string
  /** Of the index: one for each workspace. */
  readonly indexName: string
  /** Where `git` is found. */
  readonly searchPath: string | undefined
}

/** Contents are kept to the byte, whatever a project's `.gitattributes` asks for. */
const attributes = '* -text -eol -filter -ident -working-tree-encoding\n'
/** What is large, made again by a command, and seldom ignored where there is no repository. */
const excluded = 'node_modules/\n.venv/\nvenv/\n__pycache__/\n.cache/\n.DS_Store\n'
const mostOutput = 64_000_000

const settings = [
  'core.bare=false',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'core.autocrlf=false',
  'core.excludesFile=',
  'commit.gpgSign=false',
  'gc.auto=0',
  'advice.addEmbeddedRepo=false',
].flatMap((setting) => ['-c', setting])

/** @throws {HermesError} `checkpoints/git` where there is no git, or the repository cannot be made. */
export async function openShadowGit({ store, workspace, indexName, searchPath }: ShadowGitOptions): Promise<ShadowGit> {
  const base = {
    PATH: searchPath,
    HOME: store,
    LC_ALL: 'C',
    GIT_DIR: store,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Hermes',
    GIT_AUTHOR_EMAIL: 'hermes@localhost',
    GIT_COMMITTER_NAME: 'Hermes',
    GIT_COMMITTER_EMAIL: 'hermes@localhost',
  }
  await mkdir(store, { recursive: true, mode: 0o700 })
  await git(['init', '-q'], base, store, {})
  await mkdir(join(store, 'info'), { recursive: true })
  await writeFile(join(store, 'info/attributes'), attributes)
  await writeFile(join(store, 'info/exclude'), excluded)
  const variables = { ...base, GIT_WORK_TREE: workspace, GIT_INDEX_FILE: join(store, indexName) }
  return { run: (args, options = {}) => git([...settings, ...args], variables, workspace, options) }
}

function git(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  folder: string,
  { input = '', codes = [0], signal, maxOutput = mostOutput }: RunOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd: folder, env: variables, ...(signal && { signal }) })
    const output: string[] = []
    let length = 0
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.push(text)
      length += text.length
      if (length > maxOutput) child.kill()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2_000)
    })
    // A command that failed early does not read its input.
    child.stdin.on('error', () => child.stdin.destroy())
    child.stdin.end(input)
    child.on('error', (error) => reject(failure(`git could not be run: ${describeError(error)}`, error)))
    child.on('close', (code) => {
      if (length > maxOutput) reject(failure('git printed more than is looked at'))
      else if (code !== null && codes.includes(code)) resolve(output.join(''))
      else
        reject(
          failure(
            `git ${args.find((arg) => /^[a-z]/.test(arg) && !arg.includes('=')) ?? ''} failed: ${complaint.trim()}`,
          ),
        )
    })
  })
}

function failure(message: string, cause?: unknown): HermesError {
  return new HermesError('checkpoints/git', `${message}.`, { cause })
}
