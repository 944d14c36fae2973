import {
  type ClientContext,
  client,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import { describeError, type Message, noUsage, TransportError, type TransportEvent, textOf } from '@hermes/core'
import type { EnvironmentProcess } from '@hermes/core/environment'
import type { AcpTransportOptions } from '../contracts/remote-agent.js'
import { answerPermission } from './answer-permission.js'

export interface ConverseOptions {
  readonly emit: (event: TransportEvent) => void
  readonly signal: AbortSignal
}

/** How long an agent may take to stop after its turn was canceled. */
const stopMs = 2_000

/** Starts the agent, lets it answer, and ends it. @throws {TransportError} */
export async function converse(
  options: AcpTransportOptions,
  messages: readonly Message[],
  { emit, signal }: ConverseOptions,
): Promise<void> {
  const { name, workingDirectory: cwd } = options
  const life = new AbortController()
  const program = await options.start(life.signal)
  const said = new SaidText(emit)
  const errors: string[] = []
  const connection = client({ name: 'hermes' })
    .onNotification('session/update', ({ params }) => said.see(params.update))
    .onRequest('session/request_permission', ({ params, signal: request }) =>
      answerPermission(params, (call) => options.review(call, AbortSignal.any([signal, request]))),
    )
    .connect(ndJsonStream(inputOf(program), outputOf(program, errors)))
  const { agent } = connection
  try {
    await agent.request('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: 'hermes', version: '1' },
    })
    const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] })
    const stopReason = await prompt(agent, { sessionId, text: promptOf(messages) }, signal)
    if (stopReason === 'refusal') throw new TransportError('content-filter', `The agent "${name}" refused the task.`)
    if (stopReason === 'cancelled') throw new TransportError('protocol', `The agent "${name}" canceled the task.`)
    const reason = stopReason === 'max_tokens' ? 'length' : 'stop'
    emit({ type: 'finish', message: { role: 'assistant', content: said.last }, reason, usage: noUsage })
  } catch (error) {
    throw TransportError.is(error) ? error : toTransportError(error, name, errors)
  } finally {
    connection.close()
    life.abort()
    program.kill()
  }
}

interface Prompt {
  readonly sessionId: string
  readonly text: string
}

async function prompt(agent: ClientContext, { sessionId, text }: Prompt, signal: AbortSignal): Promise<string> {
  const answer = agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
  const stopped = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    // If the agent is gone, it has stopped.
    agent.notify('session/cancel', { sessionId }).catch(() => undefined)
    timer = setTimeout(() => stopped.reject(signal.reason), stopMs)
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return (await Promise.race([answer, stopped.promise])).stopReason
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** Formats the task alone, or the conversation with its speakers. */
function promptOf(messages: readonly Message[]): string {
  const said = messages.filter(({ role }) => role === 'user' || role === 'assistant')
  const [only] = said
  if (said.length === 1 && only) return textOf(only.content)
  return said.map(({ role, content }) => `[${role}]\n${textOf(content)}`).join('\n\n')
}

/** Collects the answer: the text after the last call. */
class SaidText {
  readonly #emit: ConverseOptions['emit']
  #before = ''
  #current = ''

  constructor(emit: ConverseOptions['emit']) {
    this.#emit = emit
  }

  get last(): string {
    return this.#current.trim() === '' ? this.#before : this.#current
  }

  see(update: SessionUpdate): void {
    if (update.sessionUpdate === 'tool_call') {
      this.#before = this.last
      this.#current = ''
      this.#emit({ type: 'notice', code: 'agent-call', text: update.title })
    } else if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') {
      this.#current += update.content.text
      this.#emit({ type: 'text-delta', text: update.content.text })
    } else if (update.sessionUpdate === 'agent_thought_chunk' && update.content.type === 'text') {
      this.#emit({ type: 'reasoning-delta', text: update.content.text })
    }
  }
}

function toTransportError(error: unknown, name: string, errors: readonly string[]): TransportError {
  const kind = error instanceof RequestError && error.code === -32000 ? 'auth' : 'protocol'
  const printed = errors.join('').trim().split('\n').slice(-3).join(' ')
  const detail = printed === '' ? '' : ` It printed: ${printed.slice(0, 500).toWellFormed()}`
  return new TransportError(kind, `The agent "${name}" did not do the task: ${describeError(error)}.${detail}`, {
    cause: error,
  })
}

function inputOf(program: EnvironmentProcess): WritableStream<Uint8Array> {
  return new WritableStream({ write: (chunk) => program.write?.(chunk), close: () => program.endInput?.() })
}

function outputOf(program: EnvironmentProcess, errors: string[]): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder()
  async function* lines() {
    for await (const { stream, data } of program.output) {
      if (stream === 'stdout') yield data
      else if (errors.push(decoder.decode(data, { stream: true })) > 50) errors.shift()
    }
  }
  return ReadableStream.from(lines())
}
