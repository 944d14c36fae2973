import type { RunProgram } from '@hermes/core/extension'
import type { ServerProcessesOptions } from '../../services/server-processes.js'

/** Runs programs from the settings on this machine. Disposing it ends those that are still running. */
export interface Programs extends AsyncDisposable {
  readonly run: RunProgram
}

/** Creates the runner of programs. What starts them is loaded with the first program, because most homes configure none. */
export function createPrograms(options: ServerProcessesOptions): Programs {
  let opening: Promise<Programs> | undefined
  return {
    async run(request, call) {
      opening ??= open(options)
      return (await opening).run(request, call)
    },
    [Symbol.asyncDispose]: async () => (await opening)?.[Symbol.asyncDispose](),
  }
}

async function open(options: ServerProcessesOptions): Promise<Programs> {
  const { createServerProcesses } = await import('../../services/server-processes.js')
  const { runPrograms } = await import('../../services/run-programs.js')
  const processes = createServerProcesses(options)
  return { run: runPrograms(processes), [Symbol.asyncDispose]: () => processes[Symbol.asyncDispose]() }
}
