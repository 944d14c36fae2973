import { execFile, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'

export interface Ran {
  readonly code: number
  /** Its output on both streams, trimmed. */
  readonly output: string
}

type Variables = Readonly<Record<string, string | undefined>>

/** Runs a program to its end. The exit code is 127 if it cannot be started, and 124 if it is ended after `limitMs`. */
export function runProgram(
  [command = '', ...args]: readonly string[],
  env: Variables,
  limitMs = 120_000,
): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(command, args, { env, timeout: limitMs }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim()
      if (!error) resolve({ code: 0, output })
      else if (error.killed) resolve({ code: 124, output: output || `it took longer than ${limitMs / 1_000} s` })
      else if (typeof error.code === 'number') resolve({ code: error.code, output })
      else resolve({ code: 127, output: output || error.message })
    })
  })
}

export interface BackgroundOptions {
  readonly env: Variables
  readonly workingDirectory: string
  /** The file to which its output is appended. */
  readonly logFile: string
}

/** A process that outlives this one. */
export interface Background {
  readonly pid: number | undefined
  /** Resolves to a reason when the process ends or cannot be started. */
  readonly ended: Promise<string>
  /** Asks the process to end, kills it if it does not, and resolves when it has ended. */
  end(): Promise<void>
}

/** How long a process may take to end, in milliseconds. A gateway that has just started has no turns to wait for. */
const patienceMs = 12_000

/** Starts a process in a new session. */
export async function startInBackground(
  [command = '', ...args]: readonly string[],
  { env, workingDirectory, logFile }: BackgroundOptions,
): Promise<Background> {
  await using log = await open(logFile, 'a', 0o600)
  const child = spawn(command, args, { cwd: workingDirectory, env, detached: true, stdio: ['ignore', log.fd, log.fd] })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`exit code ${code ?? signal}`))
  })
  child.unref()
  return {
    pid: child.pid,
    ended,
    async end() {
      child.kill('SIGTERM')
      const killing = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      await ended
      clearTimeout(killing)
    },
  }
}
