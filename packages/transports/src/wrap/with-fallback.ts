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

/** One way to get an answer. */
export interface FallbackMember {
  readonly transport: Transport
  /** The model's name there. Default: the request's. */
  readonly model?: string
  /** Its provider, as named in answers. Default: the transport's id. */
  readonly provider?: string
  /** How notices name it. Default: the model, else the transport's id. */
  readonly name?: string
}

export interface FallbackOptions {
  /**
   * The reader of the events discards what it displayed when a `restart` comes, so that another member can answer where
   * one breaks off in the middle. Default false: once a part of an answer was passed on, its failure rises.
   */
  readonly canRestart?: boolean
  readonly services?: Pick<WrapServices, 'now'>
}

/**
 * Asks the next of several transports where one fails: rate limits, overload, network, timeouts, broken answers (each
 * after whatever its own `withRetry` tried), and refused keys, unknown models and refused content. A request that is
 * wrong or too long is the caller's to mend: that failure rises.
 *
 * Each turn starts with the primary, unless its known reset time (`retryAfterMs`) has not passed, and stays with the
 * member that answered. An answer of a spare says whose it is (`servedBy`). A turn is known by the newest user message of its requests, which must be the same object in all
 * of them, as the loop guarantees; where it is not, each call starts with the primary. Each change is announced by one
 * `fallback` notice.
 *
 * @throws {TransportError} the failure of the last member that was asked.
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

/** What a call of a member used counts for that member. */
function asServedBy(call: CallOptions, servedBy: UnfinishedCall['servedBy'] & object): CallOptions {
  const { onUnfinished } = call
  return onUnfinished ? { ...call, onUnfinished: ({ usage }) => onUnfinished({ usage, servedBy }) } : call
}

/** An answer cut off by a filter does not count, however long it is. */
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
