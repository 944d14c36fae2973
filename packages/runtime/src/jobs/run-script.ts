import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, HermesError } from '@hermes/core'
import type { OutputChunk } from '@hermes/core/environment'
import { codeOf, shellQuote } from '@hermes/safety'
import { type ScriptKind, scriptKind } from './script-kind.js'

export interface RunScriptOptions {
  /** The folder for scripts. */
  readonly folder: string
  /** The name of a file in the folder. */
  readonly name: string
  readonly environment: Environment
  /** The standard input of the script. Default: empty. */
  readonly input?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Interpreters read scripts from standard input, because commands cannot see the home. */
const interpreters: Readonly<Record<ScriptKind, string>> = {
  sh: 'bash -s',
  bash: 'bash -s',
  py: 'python3 -',
  js: 'node -',
  mjs: 'node --input-type=module -',
}
/** Interpreters for scripts with an input, which get the script as an argument. */
const withInput: Readonly<Record<ScriptKind, string>> = {
  sh: 'bash -c',
  bash: 'bash -c',
  py: 'python3 -c',
  js: 'node -e',
  mjs: 'node --input-type=module -e',
}
const maxOutput = 100_000
/** Linux limits an argument to 128 KiB. */
const maxArgument = 100_000

/**
 * Runs a script of the home in the environment of commands, such as the sandbox or a container.
 * @returns the standard output, at most its last 100,000 characters.
 * @throws {HermesError} `schedule/script` when the script is missing, has an unknown kind, is too long to have an input, takes too long, or fails.
 */
export async function runScript(options: RunScriptOptions): Promise<string> {
  const { folder, name, environment, input, timeoutMs, signal } = options
  const kind = scriptKind(name, folder)
  const script = await readScript(join(folder, name), name, folder)
  const given =
    input === undefined
      ? { command: interpreters[kind], stdin: script }
      : { command: withArgument(kind, script), stdin: input }
  const limit = AbortSignal.timeout(timeoutMs)
  const child = await environment.spawn(given, { signal: AbortSignal.any([signal, limit]) })
  const [output, errors] = await collect(child.output)
  const { code } = await child.exit
  signal.throwIfAborted()
  if (limit.aborted) throw scriptError(`The script "${name}" took longer than ${timeoutMs / 1000} s.`)
  if (code === 0) return output
  throw scriptError(`The script "${name}" ended with ${code}: ${errors.trim().slice(-500) || 'no error output'}`)
}

function withArgument(kind: ScriptKind, script: string): string {
  const command = `${withInput[kind]} ${shellQuote(script)}`
  if (command.length <= maxArgument) return command
  throw scriptError(`A script that reads an input has at most ${maxArgument} characters: make it shorter.`)
}

async function collect(chunks: AsyncIterable<OutputChunk>): Promise<readonly [output: string, errors: string]> {
  const texts = { stdout: '', stderr: '' }
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  for await (const { stream, data } of chunks) {
    texts[stream] = (texts[stream] + decoders[stream].decode(data, { stream: true })).slice(-maxOutput)
  }
  return [texts.stdout, texts.stderr]
}

/** Reads a script. Links are not followed, because they could lead out of the folder. */
async function readScript(path: string, name: string, folder: string): Promise<string> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    return await file.readFile('utf8')
  } catch (error) {
    const why =
      codeOf(error) === 'ENOENT' ? `There is no script "${name}" in ${folder}.` : `The script "${name}" cannot be read.`
    throw scriptError(why, error)
  }
}

function scriptError(message: string, cause?: unknown): HermesError {
  return new HermesError('schedule/script', message, cause === undefined ? {} : { cause })
}
