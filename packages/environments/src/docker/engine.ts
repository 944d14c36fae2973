import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { EnvironmentError } from '@hermes/core'
import { explainEngine } from './explain-engine.js'

/** Container engine: `docker`, or `podman`, which accepts the same commands. */
export interface Engine {
  /** Name on the search path, or a path. */
  readonly program: string
  readonly variables: Readonly<Record<string, string>>
  /** Runs the program and returns its output. @throws {EnvironmentError} when the command fails. */
  run(args: readonly string[]): Promise<string>
}

export interface FindEngineOptions {
  /** Program of the engine. Default: `docker`, or `podman` when that does not respond. */
  readonly program?: string | undefined
  /** Variables of the agent, without credentials. */
  readonly variables: Readonly<Record<string, string>>
}

const execute = promisify(execFile)

/** Finds an engine that responds. @throws {EnvironmentError} when there is none. */
export async function findEngine({ program, variables }: FindEngineOptions): Promise<Engine> {
  const engines = (program ? [program] : ['docker', 'podman']).map((name) => createEngine(name, variables))
  const failures: string[] = []
  for (const engine of engines) {
    try {
      await engine.run(['ps', '-q'])
      return engine
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new EnvironmentError(failures.join(' '))
}

function createEngine(program: string, variables: Readonly<Record<string, string>>): Engine {
  return {
    program,
    variables,
    async run(args) {
      try {
        const { stdout } = await execute(program, [...args], { env: variables, maxBuffer: 2 ** 26 })
        return stdout.trim()
      } catch (error) {
        throw new EnvironmentError(explainEngine(program, outputOf(error)), { cause: error })
      }
    },
  }
}

function outputOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'stderr' in error && typeof error.stderr === 'string' && error.stderr !== '' ? error.stderr : error.message
}
