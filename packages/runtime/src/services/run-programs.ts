import type { RunProgram } from '@hermes/core/extension'
import type { ServerProcesses } from './server-processes.js'

const mostChars = 16_000_000

/** Runs programs to their end, in the same way as the programs of servers. */
export function runPrograms(processes: ServerProcesses): RunProgram {
  return async ({ command, args, workingDirectory }, { signal }) => {
    const endpoint = { kind: 'stdio', command, args, variables: {}, workingDirectory } as const
    const child = await processes.start(endpoint, signal)
    child.endInput?.()
    const texts = { stdout: '', stderr: '' }
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
    for await (const { stream, data } of child.output) {
      const text = decoders[stream].decode(data, { stream: true })
      if (texts[stream].length < mostChars) texts[stream] = (texts[stream] + text).slice(0, mostChars)
    }
    const { code } = await child.exit
    signal.throwIfAborted()
    return { code, ...texts }
  }
}
