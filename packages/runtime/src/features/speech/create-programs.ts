import type { RunProgram } from '@hermes/core/extension'
import type { ServerProcessesOptions } from '../../services/server-processes.js'

/** Runs programs of the settings on this machine. Those that still run end when it is disposed. */
export interface Programs extends AsyncDisposable {
  readonly run: RunProgram
}

/** Most homes name none: what starts them is loaded with the first. */
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
