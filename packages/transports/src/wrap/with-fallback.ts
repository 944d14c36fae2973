import {
  type ModelRequest,
  type Transport,
  TransportError,
  type TransportEvent,
  type UnfinishedCall,
} from '@hermes/core'
import type { CallOptions } from './call-options.js'
import { adviseOn } from './failure-advice.js'
import { createFallbackRoute } from './fallback-route.js'
import { formatWait, isShownAfter, toNotice } from './notices.js'
import { monotonicServices, type WrapServices } from './services.js'

/** One transport of a fallback chain. */
export interface FallbackMember {
  readonly transport: Transport
  /** The name of the model at this provider. Default: the model of the request. */
  readonly model?: string
  /** The provider, as reported with answers. Default: the id of the transport. */
  readonly provider?: string
  /** Its name in notices. Default: the model, or the id of the transport. */
  readonly name?: string
}

export interface FallbackOptions {
  /**
   * Whether the reader discards displayed text on a `restart` event, so that another member can start the answer over after a failure in
   * the middle. Default false: a failure after the first part of an answer is thrown.
   */
  readonly canRestart?: boolean
  readonly services?: Pick<WrapServices, 'now'>
}

/**
 * Tries the next transport when one fails: rate limits, overload, network errors, timeouts and broken answers (each after the retries of
 * its own `withRetry`), rejected keys, unknown models and refused content. Invalid and too long requests are not tried again: their error
 * is thrown.
 *
 * Each turn starts with the primary, unless its reset time (`retryAfterMs`) has not passed yet, and stays with the member that answered.
 * The answer of another member names it in `servedBy`. A turn is identified by the newest user message of its requests, which must be the
 * same object in all of them, as the loop guarantees; otherwise each call starts with the primary. Each change emits one `fallback`
 * notice.
 *
 * @throws {TransportError} the error of the last member that was tried.
 * @example `withFallback([{ transport: withRetry(main) }, { transport: withRetry(spare), model: 'small' }])`
 */
export function withFallback(
  chain: readonly [FallbackMember, ...FallbackMember[]],
  options: FallbackOptions = {},
): Transport {
  const { canRestart = false } = options
  const { now } = { ...monotonicServices, ...options.services }
  const route = createFallbackRoute(chain, now)

  async function* stream(request: ModelRequest, call: CallOptions): AsyncGenerator<TransportEvent> {
    call.signal.throwIfAborted()
    const { members, passedOver } = route.begin(request)
    let change = passedOver && limitedSentence(passedOver.member, passedOver.remainingMs)
    for (const [step, member] of members.entries()) {
      const isLast = step === members.length - 1
      if (change !== undefined) yield toNotice('fallback', `${change} Continuing with ${nameOf(member)}.`)
      route.settle(request, member)
      let isShown = false
      try {
        const own = member === chain[0] ? call : asServedBy(call, whoIs(member, request))
        for await (const event of member.transport.stream(withModel(request, member), own)) {
          if (isRefusal(event) && !isLast && (!isShown || canRestart)) {
            own.onUnfinished?.({ usage: event.usage })
            throw refusalError(member)
          }
          isShown = isShownAfter(event, isShown)
          yield event.type === 'finish' && member !== chain[0] ? { ...event, servedBy: whoIs(member, request) } : event
          if (event.type === 'finish') return
        }
        return
      } catch (error) {
        call.signal.throwIfAborted()
        if (!TransportError.is(error)) throw error
        route.block(member, error.retryAfterMs ?? 0)
        if (isLast || !adviseOn(error).fallback || (isShown && !canRestart) || call.budget?.take() === false)
          throw error
        change = error.message
      }
      if (isShown) yield { type: 'restart' }
    }
  }

  const { id, apiMode } = chain[0].transport
  return { id, apiMode, stream }
}

/** Attributes the usage of a call to the member that made it. */
function asServedBy(call: CallOptions, servedBy: UnfinishedCall['servedBy'] & object): CallOptions {
  const { onUnfinished } = call
  return onUnfinished ? { ...call, onUnfinished: ({ usage }) => onUnfinished({ usage, servedBy }) } : call
}

/** Whether a content filter cut off the answer. Such an answer is discarded, whatever its length. */
function isRefusal(event: TransportEvent): event is Extract<TransportEvent, { type: 'finish' }> {
  return event.type === 'finish' && event.reason === 'content-filter'
}

function refusalError(member: FallbackMember): TransportError {
  return new TransportError('content-filter', `${nameOf(member)} refused to answer.`)
}

function limitedSentence(member: FallbackMember, remainingMs: number): string {
  return `${nameOf(member)} takes no requests for another ${formatWait(remainingMs)}.`
}

function nameOf({ name, model, transport }: FallbackMember): string {
  return name ?? model ?? transport.id
}

function whoIs({ provider, transport, model }: FallbackMember, request: ModelRequest) {
  return { provider: provider ?? transport.id, model: model ?? request.model }
}

function withModel(request: ModelRequest, { model }: FallbackMember): ModelRequest {
  return model === undefined ? request : { ...request, model }
}
