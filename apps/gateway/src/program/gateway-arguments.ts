import { parseArgs } from 'node:util'
import { HermesError } from '@hermes/core'

export interface GatewayArguments {
  readonly host?: string
  readonly port?: number
  readonly profile?: string
  readonly help: boolean
}

export const gatewayHelp = `Usage: hermes gateway run [options]

Serves the agent on an OpenAI-compatible API. Callers authenticate with the bearer key
in API_SERVER_KEY (in the environment or in ~/.hermes/.env); without one it does not start.

Options:
  --host <address>     address to listen on (default: 127.0.0.1)
  --port <number>      port to listen on, 0 for any free one (default: 8642)
  -p, --profile <name> use this profile's home
  -h, --help           show this help

Examples:
  API_SERVER_KEY=$(openssl rand -hex 24) hermes gateway run
  curl -H "Authorization: Bearer $API_SERVER_KEY" http://127.0.0.1:8642/v1/models
`

/** An invalid command line: the caller prints the message and exits with 2. */
export class GatewayUsageError extends HermesError {
  constructor(message: string) {
    super('gateway/usage', `${message} See \`hermes gateway --help\`.`)
  }
}

/** @throws {GatewayUsageError} */
export function parseGatewayArguments(args: readonly string[]): GatewayArguments {
  const { values, positionals } = parse(args)
  const [command, ...rest] = positionals
  const help = values.help === true || command === undefined
  if (!help && (command !== 'run' || rest.length > 0)) {
    throw new GatewayUsageError(`"${positionals.join(' ')}" is not a command of the gateway: use \`run\`.`)
  }
  return {
    help,
    ...(values.host !== undefined && { host: values.host }),
    ...(values.port !== undefined && { port: toPort(values.port) }),
    ...(values.profile !== undefined && { profile: values.profile }),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        profile: { type: 'string', short: 'p' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // Node's message continues with advice on how to escape dashes.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)
    throw new GatewayUsageError(`${sentence}.`)
  }
}

function toPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new GatewayUsageError(`--port must be a number from 0 to 65535, not "${text}".`)
}
