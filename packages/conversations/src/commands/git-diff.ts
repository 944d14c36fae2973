import { type Environment, HermesError } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { GitDiff } from './built-in/turns/diff.js'

const scopes: Readonly<Record<GitDiff['scope'], readonly string[]>> = {
  unstaged: [],
  staged: ['--cached'],
  all: ['HEAD'],
}

const mostBytes = 16 * 1024 * 1024

/**
 * Returns the changes in the working folder according to Git. Git runs in the environment of commands, because a repository can
 * make it run programs.
 * @throws {HermesError} when there is no repository or no Git.
 */
export async function gitDiff(
  environment: Pick<Environment, 'spawn' | 'workingDirectory'>,
  { scope, isSummary, path }: GitDiff,
  signal: AbortSignal,
): Promise<string> {
  // The user's settings must neither color the diff nor pass it to another program.
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv']
  const args = ['--no-pager', '-c', 'core.fsmonitor=false', 'diff', ...plain, ...scopes[scope]]
  if (isSummary) args.push('--stat')
  if (path !== undefined) args.push('--', path)
  const process = await environment.spawn({ command: ['exec git', ...args.map(quote)].join(' ') }, { signal })
  const output = { stdout: '', stderr: '' }
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  let bytes = 0
  for await (const { stream, data } of process.output) {
    bytes += data.length
    if (bytes > mostBytes) process.kill()
    else output[stream] += decoders[stream].decode(data, { stream: true })
  }
  const { code } = await process.exit
  signal.throwIfAborted()
  if (code === 0 && bytes <= mostBytes) return output.stdout
  const reason = bytes > mostBytes ? english`it is too much to show.` : reasonOf(code, output.stderr.trim())
  throw new HermesError('cli/git', `Git cannot show the changes in ${environment.workingDirectory}: ${reason}`)
}

function reasonOf(code: number, said: string): string {
  if (code === 127) return english`it is not installed.`
  return /not a git repository/i.test(said) || said === '' ? english`it is not a repository.` : said
}

function quote(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`
}
