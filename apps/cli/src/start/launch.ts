import { keepCompiled } from '@hermes/runtime/compile-cache'
import { localeLanguage, mayChooseLanguage } from '@hermes/runtime/language'
import { startProblem } from '@hermes/runtime/node-problem'
import { readVersion } from '../version.js'
import { builtHelp } from './built-help.js'
import type { ProgramName } from './run-cli.js'
import { tuneStart } from './tune-start.js'
import { watchEarlyEnd } from './watch-early-end.js'
import { watchStrayErrors } from './watch-stray-errors.js'
import { withoutSqliteWarning } from './without-sqlite-warning.js'
import { writeAtOnce } from './write-at-once.js'

/**
 * Runs a program, or one of its commands, as this process. Only this file, the version and the built help are imported until the Node release
 * and the machine are known to be usable.
 */
export async function launch(program: ProgramName, command: readonly string[] = []): Promise<void> {
  const problem = startProblem(process.versions.node, process.env)
  if (problem !== undefined) {
    process.stderr.write(`${program}: ${problem}\n`)
    process.exitCode = 1
    return
  }
  const given = process.argv.slice(2)
  const args = [...command, ...given]
  if (given.length === 1 && (given[0] === '--version' || given[0] === '-V')) {
    print(program, `${program} ${readVersion()}\n`)
    return
  }
  if (!hasWorkingFolder()) {
    process.stderr.write(`${program}: The current folder no longer exists: change to another one and try again.\n`)
    process.exitCode = 1
    return
  }
  if (args.length === 1 && (args[0] === '--help' || args[0] === '-h')) {
    const help = mayChooseLanguage(process.env) ? undefined : builtHelp(program, localeLanguage(process.env))
    if (help !== undefined) {
      print(program, help)
      return
    }
  }
  watchOutput(program)
  watchStrayErrors(program)
  using _unfinished = watchEarlyEnd(program)
  withoutSqliteWarning()
  tuneStart()
  keepCompiled(process.env)
  const { runCli } = await import('./run-cli.js')
  const code = await runCli(args, { program })
  await Promise.all([drained(process.stdout), drained(process.stderr)])
  // Idle keep-alive sockets must not keep the process running.
  process.exit(code)
}

/** Whether the working folder still exists. A folder that was deleted while a shell was in it no longer has a path. */
function hasWorkingFolder(): boolean {
  try {
    process.cwd()
    return true
  } catch {
    return false
  }
}

function print(program: ProgramName, text: string): void {
  const rest = writeAtOnce(text)
  if (rest.length === 0) return
  watchOutput(program)
  process.stdout.write(rest)
}

/**
 * A reader that leaves (`| head`) is not a crash: commands that care listen to the stream themselves. Other write errors, such as on a full
 * disk, end the process with one sentence.
 */
function watchOutput(program: ProgramName): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'EIO') return
      const reason =
        error.code === 'ENOSPC' ? 'there is no space left: free some, or write to another place' : error.message
      if (stream === process.stdout) process.stderr.write(`${program}: The output could not be written: ${reason}.\n`)
      process.exit(1)
    })
  }
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || !stream.writable) resolve()
    else stream.write('', () => resolve())
  })
}
