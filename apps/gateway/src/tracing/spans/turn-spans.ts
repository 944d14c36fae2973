import { type AgentEvent, addUsage, noUsage, type SessionId, type TurnOutcome, type Usage } from '@hermes/core'
import { type Attributes, type Context, type Span, SpanKind, type Tracer, trace } from '@opentelemetry/api'
import { failSpan } from './fail-span.js'
import { modelAttributes, reasonAttributes, type TracedModel, usageAttributes } from './gen-ai.js'

export interface TurnSpansOptions {
  readonly tracer: Tracer
  readonly parent: Context
  readonly model: TracedModel
  readonly sessionId: SessionId
  /** The surface. Absent if unknown. */
  readonly source?: string | undefined
}

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { readonly type: Type }>

/** Creates the spans of a turn and of its sub-agents from its events. They contain no text of people, models or tools. */
export class TurnSpans {
  readonly #options: TurnSpansOptions
  readonly #turn: Span
  readonly #context: Context
  readonly #tools = new Map<string, Span>()
  readonly #children = new Map<SessionId, TurnSpans>()
  #call: Span | undefined
  #compression: Span | undefined
  #usage: Usage = noUsage
  /** When the latest call ended. An unusable answer is requested again without another `iteration-start`. */
  #callEndedAt: Date | undefined

  constructor(options: TurnSpansOptions) {
    const { tracer, parent, model, sessionId, source } = options
    this.#options = options
    const attributes = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'hermes',
      'gen_ai.conversation.id': sessionId,
      ...modelAttributes(model),
      ...(source !== undefined && { 'hermes.source': source }),
    }
    this.#turn = tracer.startSpan('invoke_agent hermes', { attributes }, parent)
    this.#context = trace.setSpan(parent, this.#turn)
  }

  see(event: AgentEvent): void {
    if (event.type === 'iteration-start') this.#startCall()
    else if (event.type === 'iteration-end') this.#endCall(event)
    else if (event.type === 'tool-start') this.#startTool(event.call)
    else if (event.type === 'tool-end') this.#endTool(event)
    else if (event.type === 'compression-start') this.#startCompression(event)
    else if (event.type === 'compression-end') this.#endCompression(event)
    else if (event.type === 'subagent-event') this.#seeChild(event)
    // The code is one of a few. The text may quote anything.
    else if (event.type === 'notice') this.#newest.addEvent('hermes.notice', { 'hermes.notice.code': event.code })
  }

  /** Ends the turn. Default of `usage`: the usage of the calls. */
  end(outcome: TurnOutcome, usage = this.#usage): void {
    const code = outcome.status === 'failed' ? outcome.error.code : outcome.status
    for (const child of this.#children.values()) child.end({ status: 'interrupted', reason: '' })
    for (const span of [this.#compression, this.#call, ...this.#tools.values()]) {
      if (!span) continue
      failSpan(span, code)
      span.end()
    }
    this.#turn.setAttributes({ 'hermes.outcome': outcome.status, ...usageAttributes(usage) })
    if (outcome.status === 'failed') failSpan(this.#turn, code)
    this.#turn.end()
  }

  get #newest(): Span {
    return this.#call ?? this.#turn
  }

  #start(name: string, attributes: Attributes, kind: SpanKind, startTime?: Date): Span {
    return this.#options.tracer.startSpan(name, { kind, attributes, ...(startTime && { startTime }) }, this.#context)
  }

  #startCall(startTime?: Date): void {
    const { model, sessionId } = this.#options
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': sessionId,
      ...modelAttributes(model),
    }
    this.#call = this.#start(`chat ${model.id}`, attributes, SpanKind.CLIENT, startTime)
  }

  #endCall({ reason, usage }: EventOf<'iteration-end'>): void {
    if (!this.#call) this.#startCall(this.#callEndedAt)
    this.#usage = addUsage(this.#usage, usage)
    this.#callEndedAt = new Date()
    this.#call?.setAttributes({ ...reasonAttributes(reason), ...usageAttributes(usage) })
    this.#call?.end()
    this.#call = undefined
  }

  #startTool({ id, function: { name } }: EventOf<'tool-start'>['call'], startTime?: Date): void {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.type': 'function',
    }
    this.#tools.set(id, this.#start(`execute_tool ${name}`, attributes, SpanKind.INTERNAL, startTime))
  }

  #endTool({ call, isError, durationMs }: EventOf<'tool-end'>): void {
    // A call that was refused has not started.
    if (!this.#tools.has(call.id)) this.#startTool(call, new Date(Date.now() - durationMs))
    const span = this.#tools.get(call.id)
    this.#tools.delete(call.id)
    if (span && isError) failSpan(span, 'tool_error')
    span?.end()
  }

  #startCompression({ trigger }: EventOf<'compression-start'>): void {
    // The provider has rejected the request as too long. It gets a shorter one after the compression.
    if (this.#call) failSpan(this.#call, 'transport/context-overflow')
    this.#call?.end()
    const attributes = { 'hermes.compression.trigger': trigger }
    this.#compression = this.#start('compress', attributes, SpanKind.INTERNAL)
  }

  #endCompression({ status }: EventOf<'compression-end'>): void {
    this.#compression?.setAttribute('hermes.compression.status', status)
    this.#compression?.end()
    this.#compression = undefined
    if (!this.#call) return
    this.#call = undefined
    this.#callEndedAt = new Date()
  }

  #seeChild({ callId, childSessionId, event }: EventOf<'subagent-event'>): void {
    if (event.type === 'turn-start') {
      const span = this.#tools.get(callId)
      const { tracer, model } = this.#options
      const parent = span ? trace.setSpan(this.#context, span) : this.#context
      const own = event.model === model.id ? model : { id: event.model }
      this.#children.set(childSessionId, new TurnSpans({ tracer, parent, model: own, sessionId: childSessionId }))
    }
    const child = this.#children.get(childSessionId)
    child?.see(event)
    if (event.type !== 'turn-end') return
    child?.end(event.outcome)
    this.#children.delete(childSessionId)
  }
}
