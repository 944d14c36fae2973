/** What the gateway reads and writes: the process's own, or a test's. */
export interface GatewayIo {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Where commands of the agent start, unless the config says otherwise. */
  readonly workingDirectory: string
  writeOut(text: string): void
  writeError(text: string): void
  /** Calls back for each request to stop (SIGINT, SIGTERM). Returns what ends that. */
  onStop(callback: () => void): () => void
}

export function processIo(): GatewayIo {
  return {
    variables: process.env,
    workingDirectory: process.cwd(),
    writeOut: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    onStop(callback) {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, callback)
      return () => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, callback)
      }
    },
  }
}
