import { HermesError } from '@hermes/core'
import { shorten } from './shorten.js'

/** How the program of a server ended by itself. */
export interface ServerExit {
  readonly code: number
  /** The last lines that it printed on its error output. */
  readonly errorLines: readonly string[]
}

/** Returns the error that says why a server ended before it could be used. */
export function toStartError(server: string, command: string, { code, errorLines }: ServerExit): HermesError {
  return new HermesError('mcp/unreachable', `The MCP server "${server}" could not be started: ${reason()}`)

  function reason(): string {
    const line = tellingLine(errorLines)
    // The shell that searches for the program reports it. A program that is found may also end with this code.
    if (code === 127 && line !== undefined && line.includes(`${command}: `) && absent.test(line))
      return `the program "${shorten(command)}" was not found. Install it, or correct the command of the server.`
    // With this code, the output is seldom about a failure.
    if (code === 0) return 'its program ended without an answer. Check its command and its arguments.'
    return `its program ended with exit code ${code}${line === undefined ? '' : `: ${shorten(line)}`}`
  }
}

const absent = /: (?:not found|No such file or directory)$/

const errorName = /^(?:[\w.]+\.)?\w*(?:Error|Exception)\b/

/** Returns the significant line. Below the error, Node prints the stack trace and its version. */
function tellingLine(lines: readonly string[]): string | undefined {
  return lines.findLast((line) => errorName.test(line)) ?? lines.at(-1)
}
