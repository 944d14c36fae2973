import { pathToFileURL } from 'node:url'
import { HermesError, type Logger, type LogLevel } from '@hermes/core'
import type { Client, LoggingLevel } from '@modelcontextprotocol/client'
import type { McpServerSettings } from '../wire/settings.js'
import type { CallInFlight, CallsInFlight } from './calls-in-flight.js'
import type { ServerRequests } from './server-requests.js'

export interface AnswerOptions {
  readonly settings: McpServerSettings
  readonly requests: ServerRequests
  readonly inFlight: CallsInFlight
  readonly logger: Logger
}

/**
 * Answers what a server asks its client. Questions to people and models are answered only while one of the server's
 * calls runs.
 */
export function answerServer(client: Client, { settings, requests, inFlight, logger }: AnswerOptions): void {
  const { name: server } = settings
  const { elicit, sample, roots } = requests
  const during = <Result>(what: string, answer: (call: CallInFlight) => Promise<Result>): Promise<Result> => {
    const call = inFlight.current()
    if (!call) {
      return Promise.reject(
        new HermesError('mcp/refused', `The MCP server "${server}" asked for ${what} without a call that needs it.`),
      )
    }
    return call.clock.pause(() => answer(call))
  }

  client.setNotificationHandler('notifications/message', ({ params }) => {
    const text = typeof params.data === 'string' ? params.data : JSON.stringify(params.data)
    logger.log(levelOf(params.level), `MCP server "${server}": ${text.slice(0, 2_000)}`)
  })
  if (elicit && settings.mayElicit) {
    // Fields that a person leaves open get the defaults of the form.
    client.registerCapabilities({ elicitation: { form: { applyDefaults: true }, url: {} } })
    client.setRequestHandler('elicitation/create', ({ params }) => during('input', (call) => elicit(params, call)))
  }
  if (sample && settings.maySample) {
    client.registerCapabilities({ sampling: {} })
    client.setRequestHandler('sampling/createMessage', ({ params }) =>
      during('an answer of a model', (call) => sample(params, call)),
    )
  }
  if (roots && settings.getsRoots) {
    client.registerCapabilities({ roots: {} })
    client.setRequestHandler('roots/list', () => ({
      roots: roots().map((folder) => ({ uri: pathToFileURL(folder).href })),
    }))
  }
}

function levelOf(level: LoggingLevel): LogLevel {
  if (level === 'debug') return 'debug'
  if (level === 'info' || level === 'notice') return 'info'
  return level === 'warning' ? 'warn' : 'error'
}
