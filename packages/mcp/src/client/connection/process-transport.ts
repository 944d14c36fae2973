import { setTimeout as delay } from 'node:timers/promises'
import type { EnvironmentProcess } from '@hermes/core/environment'
import { deserializeMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client'
import { createLineReader } from './line-reader.js'
import type { ServerExit } from './server-exit.js'

export interface ProcessTransportOptions {
  /** Starts the server. Aborting the signal ends it with all of its processes. */
  start(signal: AbortSignal): Promise<EnvironmentProcess>
  /** Called with each line that the server prints on its error output. */
  onErrorOutput(line: string): void
  /** Called when the server has ended by itself, before the connection is closed. */
  onExit?(exit: ServerExit): void
}

/** Maximum length of a message in bytes. A longer one ends the connection. */
export const longestMessage = 16 * 2 ** 20

/** How long a server may take to exit after its input has ended, in milliseconds. */
const graceMs = 1_000

const longestErrorLine = 2_000

/** Number of error lines that are kept, enough for an error with its stack trace. */
const keptErrorLines = 50

/**
 * Creates a transport for MCP over the standard input and output of a process. Output that is not a message is reported
 * to `onerror` and skipped, because many servers print to their standard output.
 */
export function createProcessTransport({ start, onErrorOutput, onExit }: ProcessTransportOptions): Transport {
  const leaving = new AbortController()
  const lines = createLineReader(longestMessage)
  let process: EnvironmentProcess | undefined
  let closed: Promise<void> | undefined
  let errorLines: readonly string[] = []
  /** Whether the process no longer reads or writes. */
  let isLeaving = false

  // The client recognizes transports of processes by `pid` and `stderr`, and treats a silent server as an older one.
  const transport: Transport & { readonly pid: undefined; readonly stderr: null } = {
    pid: undefined,
    stderr: null,
    async start() {
      process = await start(leaving.signal)
      void read(process)
    },
    async send(message) {
      if (!process?.write) throw new Error('The server is not running.')
      try {
        await process.write(serializeMessage(message))
      } catch (error) {
        isLeaving = true
        throw error
      }
    },
    close() {
      closed ??= close()
      return closed
    },
  }

  async function read({ output }: EnvironmentProcess): Promise<void> {
    try {
      for await (const { stream, data } of output) {
        if (stream === 'stderr') reportLines(Buffer.from(data).toString('utf8'))
        else receive(Buffer.from(data))
      }
    } catch (error) {
      transport.onerror?.(toError(error))
    }
    isLeaving ||= closed === undefined
    await transport.close()
  }

  /** Receives output. @throws when a message is too long. */
  function receive(data: Buffer): void {
    for (const line of lines.read(data)) {
      try {
        transport.onmessage?.(deserializeMessage(line))
      } catch (error) {
        transport.onerror?.(toError(error))
      }
    }
  }

  function reportLines(text: string): void {
    const printed = text.split('\n').filter((line) => line.trim() !== '')
    const told = printed.map((line) => line.slice(0, longestErrorLine))
    for (const line of told) onErrorOutput(line)
    errorLines = [...errorLines, ...told].slice(-keptErrorLines)
  }

  async function close(): Promise<void> {
    process?.endInput?.()
    const exit = process && (await Promise.race([process.exit, delay(graceMs, undefined, { ref: false })]))
    if (exit && isLeaving) onExit?.({ code: exit.code, errorLines })
    // Also when it has exited, because it may have left processes.
    leaving.abort()
    await process?.exit
    transport.onclose?.()
  }

  return transport
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
