import { type Environment, EnvironmentError } from '@hermes/core'
import type { CommandOwner } from '@hermes/core/environment'
import { shellQuote } from '@hermes/safety'
import { createMark } from './create-mark.js'
import { type Kernel, ProcessKernel } from './kernel.js'
import type { LanguageRuntime } from './languages.js'

export interface KernelRequest {
  readonly language: LanguageRuntime
  /** Name or path of the interpreter. */
  readonly interpreter: string
  readonly workingDirectory: string
  readonly owner: CommandOwner
  readonly variables: Readonly<Record<string, string>>
  /** Memory limit in bytes; 0 means no limit. */
  readonly memoryBytes: number
}

/**
 * Starts a kernel in the environment that runs commands. It runs until it is killed, its input ends, or the environment
 * is disposed.
 *
 * @throws {EnvironmentError} when the environment cannot keep the input of a process open.
 */
export async function startKernel(environment: Environment, request: KernelRequest): Promise<Kernel> {
  const mark = createMark()
  const process = await environment.spawn(
    {
      command: kernelCommand(request, mark.toString('hex')),
      workingDirectory: request.workingDirectory,
      variables: request.variables,
      owner: request.owner,
      keepsInput: true,
    },
    { signal: new AbortController().signal },
  )
  if (!process.write) {
    process.kill('SIGKILL')
    throw new EnvironmentError(
      `Programs cannot run in the environment "${environment.id}": it cannot keep the input of a process open.`,
    )
  }
  return new ProcessKernel({ process, mark, canInterrupt: request.language.canInterrupt })
}

/**
 * Creates the command that passes the kernel on standard input; programs that read standard input find an end of file.
 * Messages arrive on descriptor 7; 8 and 9 duplicate standard output and error. The OOM killer ends the kernel first.
 */
function kernelCommand({ language, interpreter, memoryBytes }: KernelRequest, mark: string): string {
  const kilobytes = Math.ceil((memoryBytes + language.reservedBytes) / 1024)
  return [
    'ulimit -c 0 2> /dev/null',
    ...(memoryBytes > 0 ? [`ulimit -d ${kilobytes} 2> /dev/null`] : []),
    '{ echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null',
    `exec ${shellQuote(interpreter)} ${language.arguments} 7<&0 8>&1 9>&2 <<'${mark}'`,
    language.kernel(mark),
    mark,
  ].join('\n')
}
