import { randomBytes } from 'node:crypto'
import { type Environment, EnvironmentError } from '@hermes/core'
import { shellQuote } from '@hermes/safety'
import { type Kernel, ProcessKernel } from './kernel.js'
import type { LanguageRuntime } from './languages.js'

export interface KernelRequest {
  readonly language: LanguageRuntime
  /** Its name, or its path. */
  readonly interpreter: string
  readonly workingDirectory: string
  readonly variables: Readonly<Record<string, string>>
  /** 0 for no limit. */
  readonly memoryBytes: number
}

const markBytes = 16

/**
 * Starts a kernel where commands run. It lives until it is killed, or the environment is disposed, or its input ends.
 * @throws {EnvironmentError} when the environment cannot keep the input of a process open.
 */
export async function startKernel(environment: Environment, request: KernelRequest): Promise<Kernel> {
  const mark = randomBytes(markBytes)
  const process = await environment.spawn(
    {
      command: kernelCommand(request, mark.toString('hex')),
      workingDirectory: request.workingDirectory,
      variables: request.variables,
      keepsInput: true,
    },
    { signal: new AbortController().signal },
  )
  if (!process.write) {
    process.kill('SIGKILL')
    throw new EnvironmentError(`Programs cannot run in the environment "${environment.id}": it keeps no input open.`)
  }
  return new ProcessKernel({ process, mark, canInterrupt: request.language.canInterrupt })
}

/**
 * The kernel comes on standard input, where its programs find an end of file; its messages come on descriptor 7, and 8 and
 * 9 stay what standard output and error are now. Where memory runs out, it is the first to go.
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
